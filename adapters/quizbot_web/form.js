// Here is a form of quizbot's as a dialog: labelled inputs, and each error at its field.

import { drawn } from "./blocks.js";
import { byId, el, icon } from "./dom.js";

export class FormDialog {
  // `send(action, values, channel)` returns a promise of what became of it.
  constructor({ send, fileUrl }) {
    this.send = send;
    this.context = { fileUrl, act: () => {} };
    this.dialog = byId("dialog");
    this.submit = byId("dialog-submit");
    this.fields = byId("dialog-fields");
    byId("dialog-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.commit();
    });
    for (const id of ["dialog-close", "dialog-cancel"]) {
      byId(id).addEventListener("click", () => this.close());
    }
    this.dialog.addEventListener("close", () => this.opener?.focus?.());
  }

  // Show `form`; where it is already open, its errors and values take the place of the old.
  show(form, channel) {
    const again = this.dialog.open;
    this.form = form;
    this.channel = channel;
    byId("dialog-title").textContent = form.title;
    this.submit.textContent = form.submit;
    this.free();
    byId("dialog-intro").replaceChildren(...drawn(form.intro, this.context));
    this.inputs = form.fields.map((field, n) => drawField(field, `field-${n}`));
    this.fields.replaceChildren(...this.inputs.map((input) => input.node));
    if (!again) {
      this.opener = document.activeElement;
      this.dialog.showModal();
    }
    const wrong = this.inputs.find((_, n) => form.fields[n].error);
    (wrong ?? this.inputs[0])?.first?.focus();
  }

  close() {
    if (this.dialog.open) this.dialog.close();
  }

  async commit() {
    if (this.submit.getAttribute("aria-busy")) return;
    this.submit.setAttribute("aria-busy", "true");
    const sent = this.form;
    const values = Object.fromEntries(
      this.form.fields.map((field, n) => [field.name, this.inputs[n].values()]),
    );
    await this.send(sent.action, values, this.channel);
    this.free();
    // A form in reply came before the outcome: where none did, this one is finished.
    if (this.form === sent) this.close();
  }

  free() {
    this.submit.removeAttribute("aria-busy");
  }
}

// A field's node, the element to focus first, and `values()`, what stands in it.
function drawField(field, id) {
  const kind = { choices: drawChoices, choice: drawChoice }[field.kind] ?? drawInput;
  return kind(field, id);
}

function described(field, id) {
  const hint = field.hint ? el("p", { class: "hint", id: `${id}-hint`, dir: "auto" }, field.hint) : null;
  const error = field.error
    ? el("p", { class: "error", id: `${id}-error`, dir: "auto" }, icon("warning"), field.error)
    : null;
  const attributes = {
    "aria-describedby": [error?.id, hint?.id].filter(Boolean).join(" ") || null,
    "aria-invalid": field.error ? "true" : null,
  };
  return { hint, error, attributes };
}

function framed(field, label, { hint, error }, ...inputs) {
  const node = el("div", { class: "form-field" }, label, hint, ...inputs, error);
  if (field.error) node.classList.add("wrong");
  return node;
}

function labelled(field, id) {
  return el(
    "label",
    { for: id, dir: "auto" },
    field.label,
    field.required ? null : el("span", { class: "optional" }, "optional"),
  );
}

function drawInput(field, id) {
  const notes = described(field, id);
  const attributes = {
    id,
    name: field.name,
    ...notes.attributes,
    "aria-required": field.required ? "true" : null,
    autocomplete: "off",
    dir: "auto",
  };
  let extra = null;
  let input;
  if (field.kind === "long_text") {
    input = el("textarea", { ...attributes, rows: 5, maxlength: 10000 });
  } else {
    const more = {
      time: { type: "time" },
      number: { type: "text", inputmode: "decimal" },
      zone: { type: "text", list: `${id}-zones`, spellcheck: "false", autocapitalize: "off" },
    }[field.kind] ?? { type: "text" };
    input = el("input", { ...attributes, maxlength: 10000, ...more });
  }
  input.value = field.values[0] ?? "";
  if (field.kind === "zone") {
    const zones = Intl.supportedValuesOf?.("timeZone") ?? [];
    const options = ["UTC", ...zones].map((zone) => el("option", { value: zone }));
    extra = el("datalist", { id: `${id}-zones` }, ...options);
    if (!input.value) input.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
  }
  const node = framed(field, labelled(field, id), notes, input, extra);
  const values = () => (input.value === "" ? [] : [input.value]);
  return { node, first: input, values };
}

function drawChoice(field, id) {
  const notes = described(field, id);
  const select = el("select", {
    id,
    name: field.name,
    ...notes.attributes,
    "aria-required": field.required ? "true" : null,
  });
  if (!field.required || !field.values.length) select.append(el("option", { value: "" }, "–"));
  for (const choice of field.choices) {
    const words = choice.description ? `${choice.label} – ${choice.description}` : choice.label;
    select.append(el("option", { value: choice.value }, words));
  }
  select.value = field.values[0] ?? "";
  const node = framed(field, labelled(field, id), notes, select);
  return { node, first: select, values: () => (select.value === "" ? [] : [select.value]) };
}

function drawChoices(field, id) {
  const notes = described(field, id);
  const boxes = field.choices.map((choice, n) =>
    el("input", {
      type: "checkbox",
      id: `${id}-${n}`,
      value: choice.value,
      "aria-describedby": notes.error?.id,
    }),
  );
  boxes.forEach((box, n) => (box.checked = field.values.includes(field.choices[n].value)));
  const lines = field.choices.map((choice, n) =>
    el(
      "label",
      { for: boxes[n].id, class: "choice" },
      boxes[n],
      el(
        "span",
        {},
        el("bdi", {}, choice.label),
        choice.description ? el("small", { dir: "auto" }, ` ${choice.description}`) : null,
      ),
    ),
  );
  const legend = el(
    "legend",
    { dir: "auto" },
    field.label,
    field.required ? null : el("span", { class: "optional" }, "optional"),
  );
  const short = field.choices.every(({ label, description }) => label.length < 14 && !description);
  const node = el(
    "fieldset",
    { class: "form-field", ...notes.attributes },
    legend,
    notes.hint,
    el("div", { class: short ? "choices short" : "choices" }, ...lines),
    notes.error,
  );
  if (field.error) node.classList.add("wrong");
  const values = () => boxes.filter((box) => box.checked).map((box) => box.value);
  return { node, first: boxes[0] ?? null, values };
}
