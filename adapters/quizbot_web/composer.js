// Here is the slash-command box: a combobox over the catalogue of commands and their parameters.

import { byId, el } from "./dom.js";

const PREFIX = /^\s*\/*\s*(?:quiz(?=\s|$))?\s*/i;
const SHOWN = 30;

export class Composer {
  // `send(text)` sends a command; `ask({command, parameter, typed})` resolves with choices.
  constructor({ send, ask }) {
    this.send = send;
    this.ask = ask;
    this.commands = [];
    this.options = [];
    this.active = -1;
    this.sent = [];
    this.box = byId("box");
    this.list = byId("completions");
    this.panel = byId("completions-box");
    this.hint = byId("parameters");
    this.box.addEventListener("input", () => this.complete());
    this.box.addEventListener("focus", () => this.box.value && this.complete());
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.box.addEventListener("blur", () => setTimeout(() => this.leave(), 0));
    this.list.addEventListener("pointerdown", (event) => this.pick(event));
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.commit();
    });
    document.addEventListener("keydown", (event) => this.slash(event));
  }

  // `/` anywhere else brings the box.
  slash(event) {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.activeElement?.matches("input:not([type=radio],[type=checkbox]), textarea, select")) return;
    if (byId("dialog").open) return;
    event.preventDefault();
    this.box.focus();
    if (!this.box.value) this.box.value = "/";
    this.complete();
  }

  key(event) {
    if (event.isComposing) return;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        this.move(event.key === "ArrowDown" ? 1 : -1);
        break;
      case "Tab":
        if (event.shiftKey || this.panel.hidden || !this.options.length) return;
        this.take(Math.max(this.active, 0));
        break;
      case "Enter":
        if (this.panel.hidden || this.active < 0) return;
        this.take(this.active);
        break;
      case "Escape":
        if (this.panel.hidden) this.box.blur();
        else this.close();
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  move(step) {
    if (this.panel.hidden) {
      if (step < 0 && !this.box.value && this.sent.length) {
        this.box.value = this.sent.at(-1);
        return;
      }
      this.complete(true);
      return;
    }
    const count = this.options.length;
    if (count) this.highlight((this.active + step + count) % count);
  }

  highlight(index) {
    this.list.children[this.active]?.setAttribute("aria-selected", "false");
    this.active = index;
    const node = this.list.children[index];
    if (!node) {
      this.box.removeAttribute("aria-activedescendant");
      return;
    }
    node.setAttribute("aria-selected", "true");
    node.scrollIntoView({ block: "nearest" });
    this.box.setAttribute("aria-activedescendant", node.id);
  }

  pick(event) {
    const node = event.target.closest("[role=option]");
    if (!node) return;
    event.preventDefault();
    this.take([...this.list.children].indexOf(node));
  }

  take(index) {
    const option = this.options[index];
    if (!option) return;
    this.box.value = option.text;
    this.box.setSelectionRange(option.text.length, option.text.length);
    this.complete();
  }

  commit() {
    const text = this.box.value.trim();
    if (!text.replace(PREFIX, "") && !/quiz/i.test(text)) return;
    this.sent.push(text);
    this.box.value = "";
    this.close();
    this.hint.hidden = true;
    this.send(text);
  }

  leave() {
    if (document.activeElement !== this.box) this.close();
  }

  close() {
    this.panel.hidden = true;
    this.options = [];
    this.highlight(-1);
    this.box.setAttribute("aria-expanded", "false");
  }

  async complete(asked = false) {
    const value = this.box.value;
    if (!value && !asked) {
      this.hint.hidden = true;
      this.close();
      return;
    }
    const text = value.replace(PREFIX, "");
    const place = position(text, this.commands);
    this.hintAt(place);
    const options = [...this.commandOptions(text, place), ...(await this.valueOptions(text, place))];
    // While we waited the text went on, or the person left.
    if (this.box.value !== value || document.activeElement !== this.box) return;
    this.open(options.slice(0, SHOWN));
  }

  commandOptions(text, place) {
    const typed = text.toLowerCase();
    let found = this.commands.filter(({ name }) => name.startsWith(typed) && name !== typed.trim());
    if (!found.length && !place && typed.trim()) {
      const wanted = typed.trim();
      found = this.commands.filter(
        ({ name, summary }) => name.includes(wanted) || summary.toLowerCase().includes(wanted),
      );
    }
    return found.map((command) => ({
      text: `/quiz ${command.name}${command.parameters.length ? " " : ""}`,
      label: `/quiz ${command.name}`,
      detail: command.summary,
      parameters: command.parameters.map(({ name }) => name),
      admin: command.admin,
    }));
  }

  // Values of the parameter that is being typed, and the names of those still free.
  async valueOptions(text, place) {
    const { command, parameter, named, typed, free } = place ?? {};
    if (!command || text === command.name) return [];
    const before = text.slice(0, text.length - (place.word?.length ?? 0));
    const values = (parameter ? await this.values(command, parameter, typed) : []).map(
      ({ value, label, description }) => ({
        text: `/quiz ${before}${parameter.name}:${/\s/.test(value) ? `"${value}"` : value} `,
        label,
        detail: description,
        parameters: [parameter.name],
      }),
    );
    const others = free.filter((one) => one.name.startsWith(typed.toLowerCase()));
    const names = (named ? [] : others.filter((one) => !values.length || one !== parameter)).map((other) => ({
      text: `/quiz ${before}${other.name}:`,
      label: `${other.name}:`,
      detail: other.summary,
      parameters: [],
    }));
    return [...values, ...names];
  }

  async values(command, { name, choices, completes }, typed) {
    if (completes) return this.ask({ command: command.name, parameter: name, typed });
    const wanted = typed.toLowerCase();
    return choices.filter(
      ({ value, label }) => value.startsWith(wanted) || label.toLowerCase().startsWith(wanted),
    );
  }

  hintAt(place) {
    const parameters = place?.command.parameters ?? [];
    this.hint.hidden = !parameters.length;
    if (!parameters.length) return;
    const current = place.parameter;
    this.hint.replaceChildren(
      el("code", {}, `/quiz ${place.command.name}`),
      ...parameters.map(({ name }) =>
        el("span", { class: name === current?.name ? "parameter current" : "parameter" }, name),
      ),
      el("span", { class: "parameter-summary" }, current?.summary ?? place.command.summary),
    );
  }

  open(options) {
    this.options = options;
    this.list.replaceChildren(
      ...options.map((option, n) =>
        el(
          "li",
          { role: "option", id: `completion-${n}`, "aria-selected": "false" },
          el(
            "span",
            { class: "completion" },
            option.label,
            ...option.parameters.map((name) => el("span", { class: "parameter" }, name)),
            option.admin ? el("span", { class: "app-badge" }, "Admin") : null,
          ),
          option.detail ? el("small", { dir: "auto" }, option.detail) : null,
        ),
      ),
    );
    this.active = -1;
    this.box.removeAttribute("aria-activedescendant");
    this.panel.hidden = !options.length;
    this.box.setAttribute("aria-expanded", String(options.length > 0));
  }
}

// The command that `text` has in front, and the parameter that is being typed; null before that.
function position(text, commands) {
  const command = commands
    .filter(({ name }) => text.toLowerCase() === name || text.toLowerCase().startsWith(`${name} `))
    .sort((one, other) => other.name.length - one.name.length)[0];
  if (!command) return null;
  const words = text.slice(command.name.length).match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];
  const word = /\s$/.test(text) ? "" : (words.pop() ?? "");
  const [, name, value] = word.match(/^(\w+)[:=](.*)$/s) ?? [];
  const taken = words.map((one) => one.match(/^(\w+)[:=]/)?.[1]);
  const loose = taken.filter((one) => !one).length;
  const unnamed = command.parameters.filter((one) => !taken.includes(one.name));
  const free = unnamed.slice(loose);
  const named = command.parameters.find((one) => one.name === name);
  const parameter = named ?? free[0] ?? null;
  return { command, parameter, named, word, typed: named ? value.replaceAll('"', "") : word, free };
}
