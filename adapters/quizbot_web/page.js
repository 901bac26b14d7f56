// Here is the playground's page put together: who is who, what is open, and what is sent.

import { Composer } from "./composer.js";
import { byId, el, icon, remember, remembered } from "./dom.js";
import { FormDialog } from "./form.js";
import { Log } from "./log.js";
import { Wire } from "./wire.js";

const FIRST = "ada";
const TOAST = 5000;
const HUES = ["violet", "amber", "teal", "rose"];

const open = {
  persona: remembered("persona") ?? FIRST,
  channel: remembered("channel") ?? "general",
  state: null,
  unread: new Map(),
};

const fileUrl = (digest) =>
  `/playground/files/${encodeURIComponent(digest)}?as=${encodeURIComponent(open.persona)}`;

const wire = new Wire({ linked, state, article, form, malformed: ({ reason }) => toast(reason) });
const log = new Log({ press, fileUrl });
const dialog = new FormDialog({ send: fill, fileUrl });
const composer = new Composer({ send: type, ask: (question) => wire.ask(question) });

function linked(isLinked) {
  document.body.classList.toggle("offline", !isLinked);
  byId("link").textContent = isLinked ? "" : "Reconnecting…";
  // Whoever was remembered may be no persona any more.
  if (!isLinked && !open.state) become(FIRST);
}

function state(told) {
  const { persona, channel } = open;
  open.state = told;
  if (!told.channels.includes(channel)) open.channel = told.channels[0];
  composer.commands = told.commands;
  drawPersonas();
  drawChannels();
  drawShortcuts();
  log.show(open.channel, told.articles, told.personas, persona);
  document.documentElement.dataset.ready = persona;
}

function article({ article: told }) {
  const known = log.articles.has(told.id);
  log.put(told);
  if (known || log.belongs(told)) return;
  open.unread.set(told.channel, (open.unread.get(told.channel) ?? 0) + 1);
  drawChannels();
}

function form({ form: spec, channel }) {
  dialog.show(spec, channel);
}

async function press(pressed, action, values) {
  await outcome(wire.send({ type: "press", article: pressed.id, action, values }));
}

async function type(text) {
  closeDrawer();
  await outcome(wire.send({ type: "command", channel: open.channel, text }));
}

async function fill(action, values, channel) {
  await outcome(wire.send({ type: "form", channel, action, values }));
}

async function outcome(promise) {
  const { type: became } = await promise;
  if (became === "refused") toast("That message isn’t here any more. Reload the page.");
  if (became === "failed") toast("The playground couldn’t write to its disk. Try again.");
}

function drawPersonas() {
  const { personas, persona } = open.state;
  const group = byId("personas");
  // Drawn once: a radio button that is replaced while it is used loses the focus.
  if (!group.querySelector("input")) group.append(...personas.map(drawPersona));
  byId(`persona-${persona}`).checked = true;
  const me = personas.findIndex(({ id }) => id === persona);
  byId("admin").hidden = !personas[me].admin;
  byId("you").replaceChildren(
    el("span", { class: "unseen" }, "You are "),
    avatar(personas[me], me),
    el("span", {}, personas[me].name),
  );
}

function drawPersona(one, n) {
  const id = `persona-${one.id}`;
  const input = el("input", { type: "radio", name: "persona", value: one.id, id });
  input.addEventListener("change", () => become(one.id));
  const badge = one.admin ? el("span", { class: "app-badge" }, "admin") : null;
  const name = el("span", { class: "persona-name" }, one.name);
  return el("div", { class: "persona" }, input, el("label", { for: id }, avatar(one, n), name, badge));
}

function avatar({ name }, n) {
  return el("span", { class: `avatar ${HUES[n % HUES.length]}`, "aria-hidden": "true" }, name[0]);
}

function become(persona) {
  if (persona === open.persona) return;
  open.persona = persona;
  open.unread.clear();
  remember("persona", persona);
  dialog.close();
  closeDrawer();
  delete document.documentElement.dataset.ready;
  wire.connect(persona);
}

// A shortcut is there where its command is in the catalogue.
function drawShortcuts() {
  const names = new Set(open.state.commands.map(({ name }) => name));
  for (const button of document.querySelectorAll("#shortcuts [data-command]")) {
    button.parentElement.hidden = !names.has(button.dataset.command);
  }
}

function drawChannels() {
  const rows = open.state.channels.map((channel) => {
    const unread = open.unread.get(channel) ?? 0;
    const button = el(
      "button",
      { type: "button", "aria-current": channel === open.channel ? "true" : null },
      icon("hash"),
      el("span", { class: "channel" }, channel),
      unread ? el("span", { class: "unread", "aria-label": `${unread} new` }, String(unread)) : null,
    );
    button.addEventListener("click", () => enter(channel));
    return el("li", {}, button);
  });
  byId("channels").replaceChildren(...rows);
  byId("channel-name").textContent = open.channel;
  byId("welcome-name").textContent = open.channel;
  document.title = `#${open.channel} · quizbot playground`;
}

function enter(channel) {
  open.channel = channel;
  open.unread.delete(channel);
  remember("channel", channel);
  log.show(channel, [...log.articles.values()], open.state.personas, open.persona);
  drawChannels();
  closeDrawer();
}

function toast(words) {
  const node = byId("toast");
  node.textContent = words;
  node.hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => (node.hidden = true), TOAST);
}

function openDrawer() {
  document.body.classList.add("drawer");
  byId("main").inert = true;
  byId("drawer-open").setAttribute("aria-expanded", "true");
  byId("drawer-close").focus();
}

function closeDrawer() {
  if (!document.body.classList.contains("drawer")) return;
  document.body.classList.remove("drawer");
  byId("main").inert = false;
  byId("drawer-open").setAttribute("aria-expanded", "false");
  byId("drawer-open").focus();
}

function switchTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const now = document.documentElement.dataset.theme ?? system;
  const next = now === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  remember("theme", next);
}

byId("theme").addEventListener("click", switchTheme);
byId("drawer-open").addEventListener("click", openDrawer);
byId("drawer-close").addEventListener("click", closeDrawer);
byId("shade").addEventListener("click", closeDrawer);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeDrawer();
});
for (const button of document.querySelectorAll("[data-command]")) {
  button.addEventListener("click", () => type(button.dataset.command));
}
wire.connect(open.persona);
