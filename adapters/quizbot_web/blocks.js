// Here is how the blocks of a message become nodes. Every kind that render.py makes has its case.

import { el, icon } from "./dom.js";

const ELEMENT = { bold: "strong", italic: "em", code: "code", struck: "s" };
const TONE = {
  correct: ["check", "Correct"],
  incorrect: ["cross", "Incorrect"],
  trap: ["trap", "Trap"],
  note: ["note", "Note"],
  warning: ["warning", "Warning"],
  neutral: ["neutral", "Note"],
};
const UNITS = ["bytes", "KB", "MB", "GB"];

let numbers = 0;
const fresh = (name) => `${name}-${(numbers += 1)}`;

// `act(action, values, pressed)` is called when a button is pressed or a menu is sent;
// `fileUrl(digest)` is where a file is fetched.
export function drawn(blocks, context) {
  return blocks.map((block) => drawBlock(block, context));
}

function drawBlock(block, context) {
  switch (block.kind) {
    case "heading":
      return el(block.level === 1 ? "h3" : "h4", { class: `heading-${block.level}`, dir: "auto" }, block.text);
    case "paragraph":
      return el("p", { dir: "auto" }, ...spans(block.text));
    case "footnote":
      return el("p", { class: "footnote", dir: "auto" }, ...spans(block.text));
    case "code":
      return drawCode(block);
    case "quote":
      return el("blockquote", {}, ...drawn(block.body, context));
    case "listing":
      return drawListing(block, context);
    case "callout":
      return drawCallout(block, context);
    case "table":
      return drawTable(block);
    case "image":
      return el(
        "figure",
        {},
        el("img", { src: context.fileUrl(block.file), alt: block.alt, decoding: "async" }),
      );
    case "attachment":
      return drawAttachment(block, context);
    case "buttons":
      return drawButtons(block, context);
    case "menu":
      return drawMenu(block, context);
    default:
      return el("p", { class: "footnote" }, "This message needs a newer page: reload it.");
  }
}

export function spans(text) {
  return text.map((span) => {
    let node = el("bdi", {}, span.text);
    for (const style of span.style ?? []) {
      if (ELEMENT[style]) node = el(ELEMENT[style], {}, node);
    }
    return span.link && /^https?:\/\//i.test(span.link)
      ? el("a", { href: span.link, target: "_blank", rel: "noopener noreferrer" }, node)
      : node;
  });
}

function drawCode({ source, language }) {
  // Focusable, so that a long line can be scrolled by keyboard.
  const pre = el("pre", { tabindex: 0, dir: "ltr" }, el("code", {}, source));
  pre.setAttribute("aria-label", language ? `Code, ${language}` : "Code");
  pre.setAttribute("role", "region");
  if (language) pre.dataset.language = language;
  return pre;
}

function drawListing({ markers, entries }, context) {
  const items = entries.map((entry) => {
    const marker = entry.marker ? el("span", { class: "marker" }, entry.marker) : null;
    return el("li", {}, marker, el("div", { class: "entry" }, ...drawn(entry.body, context)));
  });
  return el("ul", { class: `listing ${markers}`, role: "list" }, ...items);
}

function drawCallout({ tone, title, body }, context) {
  const [sign, label] = TONE[tone] ?? TONE.neutral;
  return el(
    "section",
    { class: `callout ${tone}` },
    icon(sign, title ? "" : label),
    el(
      "div",
      { class: "callout-body" },
      title ? el("p", { class: "callout-title", dir: "auto" }, title) : null,
      ...drawn(body, context),
    ),
  );
}

function drawTable({ caption, header, rows, numeric }) {
  const side = (column) => (numeric.includes(column) ? "numeric" : null);
  const id = fresh("caption");
  const table = el(
    "table",
    {},
    caption ? el("caption", { id, dir: "auto" }, caption) : null,
    el(
      "thead",
      {},
      el("tr", {}, ...header.map((cell, n) => el("th", { scope: "col", class: side(n), dir: "auto" }, cell))),
    ),
    el(
      "tbody",
      {},
      ...rows.map((row) =>
        el("tr", {}, ...row.map((cell, n) => el("td", { class: side(n), dir: "auto" }, cell))),
      ),
    ),
  );
  const frame = el("div", { class: "table", tabindex: 0, role: "region" }, table);
  if (caption) frame.setAttribute("aria-labelledby", id);
  else frame.setAttribute("aria-label", "Table");
  return frame;
}

function drawAttachment(block, context) {
  return el(
    "a",
    { class: "attachment", href: context.fileUrl(block.file), download: block.name },
    icon("file"),
    el(
      "span",
      {},
      el("span", { class: "attachment-label", dir: "auto" }, block.label),
      el("small", {}, `${block.name} · ${size(block.bytes)}`),
    ),
  );
}

function size(bytes) {
  let [amount, unit] = [bytes, 0];
  while (amount >= 1000 && unit < UNITS.length - 1) [amount, unit] = [amount / 1000, unit + 1];
  return `${unit ? amount.toFixed(1) : amount} ${UNITS[unit]}`;
}

function drawButtons({ buttons }, context) {
  const row = el("div", { class: "buttons" });
  for (const button of buttons) {
    const short = [...button.label].length <= 2;
    const node = el(
      "button",
      {
        type: "button",
        class: `button ${button.emphasis}${short ? " letter" : ""}`,
        "aria-label": name(button),
        "data-action": button.action,
      },
      el("bdi", {}, button.label),
    );
    node.addEventListener("click", () => context.act(button.action, [], node));
    row.append(node);
  }
  return row;
}

// A button's name starts with what is written on it; its full meaning follows.
function name({ label, description }) {
  if (!description) return null;
  return description.startsWith(label) ? description : `${label}. ${description}`;
}

function drawMenu(menu, context) {
  const boxes = menu.choices.map((choice) =>
    el("input", { type: "checkbox", id: fresh("choice"), value: choice.value }),
  );
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const count = el("span", { class: "count", role: "status" });
  const submit = el("button", { type: "submit", class: "button primary" }, menu.submit);
  const update = () => {
    const number = chosen().length;
    submit.disabled = number < menu.least || number > menu.most;
    for (const box of boxes) box.disabled = !box.checked && number >= menu.most;
    count.textContent = `${number} of ${menu.most}`;
  };
  const lines = menu.choices.map((choice, n) =>
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
  const form = el(
    "form",
    { class: "menu" },
    el("fieldset", {}, el("legend", { dir: "auto" }, menu.label), ...lines),
    el("div", { class: "menu-foot" }, submit, count),
  );
  form.addEventListener("change", update);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!submit.disabled) context.act(menu.action, chosen(), submit);
  });
  update();
  return form;
}
