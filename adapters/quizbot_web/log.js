// Here is the channel as it is read: articles in order, replies below their parents, days between.

import { drawn } from "./blocks.js";
import { byId, el, icon } from "./dom.js";

const NEAR = 120; // pixels from the end that still count as reading along

export class Log {
  // `press(article, action, values)` returns a promise of what became of it.
  constructor({ press, fileUrl }) {
    this.press = press;
    this.fileUrl = fileUrl;
    this.articles = new Map();
    this.people = new Map();
    this.node = byId("log");
    this.scroll = byId("scroll");
    this.newer = byId("newer");
    this.target = null; // the newest message out of sight
    this.latest = null; // what was last brought into view, until the person moves on
    this.scroll.addEventListener("scroll", () => this.readAlong());
    this.newer.addEventListener("click", () => this.reveal(this.target, true));
    this.node.addEventListener("load", () => this.grown(), true);
    for (const moved of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      this.scroll.addEventListener(moved, () => (this.latest = null), { passive: true });
    }
  }

  // Show `channel` to `persona`: everything that the server told. What stands there already stays
  // as it is, so that a reconnect costs neither the place nor what was ticked.
  show(channel, articles, people, persona) {
    const again = channel === this.channel && persona === this.persona;
    const keep = again && !this.isNear();
    [this.channel, this.persona] = [channel, persona];
    this.people = new Map(people.map((one) => [one.id, one]));
    this.node.setAttribute("aria-busy", "true");
    this.node.setAttribute("aria-label", `Messages in ${channel}`);
    if (!again) this.node.replaceChildren();
    const before = again ? this.articles : new Map();
    this.articles = new Map(articles.map((article) => [article.id, article]));
    for (const node of this.node.querySelectorAll("article")) {
      if (!this.articles.has(node.dataset.messageId)) node.remove();
    }
    const held = this.held();
    for (const article of this.ordered()) this.merge(article, before.get(article.id));
    this.separate();
    this.release(held);
    this.node.setAttribute("aria-busy", "false");
    if (!keep) this.toEnd();
  }

  // An article is new or changed.
  put(article) {
    const before = this.articles.get(article.id);
    this.articles.set(article.id, article);
    if (!this.belongs(article)) return;
    const [near, held] = [this.isNear(), this.held()];
    const node = this.merge(article, before);
    if (!before) node.classList.add("fresh");
    this.separate();
    this.release(held);
    if (before) {
      if (article.persona) this.reveal(node, false);
      else if (near) this.toEnd();
    } else if (near || article.persona) {
      this.reveal(node, true);
    } else {
      this.announce(node);
    }
  }

  // Bring the article's node up to date, block by block, or put a new one in its place.
  merge(article, before) {
    const stands = this.at(article.id);
    if (stands && before) {
      this.update(stands, article, before.body.blocks);
      return stands;
    }
    const node = this.draw(article);
    this.place(article, node);
    return node;
  }

  update(node, article, old) {
    const parts = node.querySelector(".blocks");
    const fresh = article.body.blocks;
    node.setAttribute("aria-label", this.label(article));
    fresh.forEach((block, n) => {
      if (n < old.length && JSON.stringify(old[n]) === JSON.stringify(block)) return;
      const [part] = drawn([block], this.context(article));
      if (n < old.length) parts.children[n].replaceWith(part);
      else parts.append(part);
    });
    while (parts.children.length > fresh.length) parts.lastChild.remove();
  }

  at(id) {
    return this.node.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
  }

  belongs(article) {
    return article.channel === this.channel || article.channel.startsWith("@");
  }

  ordered() {
    const here = [...this.articles.values()].filter((article) => this.belongs(article));
    here.sort((one, other) => Number(one.id) - Number(other.id));
    const ids = new Set(here.map((article) => article.id));
    const tops = here.filter((article) => !ids.has(article.under));
    const below = (parent) =>
      here.filter((article) => article.under === parent.id).flatMap((one) => [one, ...below(one)]);
    return tops.flatMap((top) => [top, ...below(top)]);
  }

  place(article, node) {
    const order = this.ordered().map(({ id }) => id);
    const next = order[order.indexOf(article.id) + 1];
    this.node.insertBefore(node, (next && this.at(next)) || null);
  }

  draw(article) {
    const at = new Date(article.at);
    const isPrivate = Boolean(article.persona);
    const parent = this.articles.get(article.under);
    const node = el("article", {
      "data-message-id": article.id,
      "data-private": isPrivate,
      "data-at": article.at,
      class: parent ? "reply" : null,
      "aria-label": this.label(article),
      tabindex: -1,
    });
    node.append(
      el("span", { class: "avatar bot", "aria-hidden": "true" }, icon("bot")),
      el(
        "div",
        { class: "content" },
        this.above(article, parent),
        el(
          "header",
          {},
          el("span", { class: "author" }, "quizbot"),
          el("span", { class: "app-badge" }, "App"),
          el("time", { datetime: article.at, title: at.toLocaleString() }, clock(at)),
          isPrivate ? el("span", { class: "only-you" }, icon("eye"), this.audience(article)) : null,
        ),
        el("div", { class: "blocks" }, ...drawn(article.body.blocks, this.context(article))),
      ),
    );
    return node;
  }

  label(article) {
    return `quizbot, ${clock(new Date(article.at))}: ${article.body.summary}`;
  }

  context(article) {
    return {
      fileUrl: this.fileUrl,
      act: (action, values, pressed) => this.act(article, action, values, pressed),
    };
  }

  audience(article) {
    const direct = article.channel.startsWith("@");
    return direct ? "Direct message · only you can see this" : "Only you can see this";
  }

  above(article, parent) {
    if (parent) {
      const jump = (event) => {
        event.preventDefault();
        const target = this.at(parent.id);
        this.reveal(target, true);
        target?.focus({ preventScroll: true });
      };
      const link = el("a", { href: "#log", class: "parent", dir: "auto" }, parent.body.summary);
      link.addEventListener("click", jump);
      return el("p", { class: "above" }, icon("reply"), "Reply to ", link);
    }
    const person = this.people.get(article.author);
    if (!person || !article.said) return null;
    const said = article.said.startsWith("/") ? article.said : `/quiz ${article.said}`;
    return el("p", { class: "above" }, icon("reply"), `${person.name} used `, el("code", {}, said));
  }

  async act(article, action, values, pressed) {
    pressed.setAttribute("aria-busy", "true");
    await this.press(article, action, values);
    pressed.removeAttribute("aria-busy");
  }

  separate() {
    for (const line of this.node.querySelectorAll(".day")) line.remove();
    let last = "";
    for (const node of this.node.querySelectorAll("article:not(.reply)")) {
      const at = new Date(node.dataset.at);
      if (at.toDateString() !== last) node.before(dayLine(at));
      last = at.toDateString();
    }
  }

  // Where the keyboard's focus is, in words that still hold after a redraw.
  held() {
    const active = document.activeElement;
    const article = active?.closest?.("article[data-message-id]");
    if (!article) return null;
    return { id: article.dataset.messageId, action: active.dataset.action };
  }

  release(held) {
    if (!held || document.activeElement !== document.body) return;
    const article = this.at(held.id);
    const same = held.action && article?.querySelector(`[data-action="${CSS.escape(held.action)}"]`);
    (same || article)?.focus({ preventScroll: true });
  }

  isNear() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroll;
    return scrollHeight - scrollTop - clientHeight < NEAR;
  }

  readAlong() {
    if (this.isNear()) this.newer.hidden = true;
  }

  // A picture that arrives late makes its message taller: stay with what was being shown.
  grown() {
    if (this.latest?.isConnected) this.reveal(this.latest, true);
  }

  toEnd() {
    this.latest = this.node.lastElementChild;
    this.newer.hidden = true;
    this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  // A tall message is shown from its beginning, a short one as a whole.
  reveal(node, always) {
    if (!node) return this.toEnd();
    this.latest = node;
    const [view, box] = [this.scroll.getBoundingClientRect(), node.getBoundingClientRect()];
    const inside = box.top >= view.top && box.bottom <= view.bottom;
    if (always || !inside) {
      const block = box.height > view.height ? "start" : "nearest";
      node.scrollIntoView({ block, behavior: "auto" });
    }
    this.newer.hidden = true;
  }

  announce(node) {
    this.target = node;
    this.newer.hidden = false;
  }
}

function clock(at) {
  return at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

function dayLine(at) {
  const today = new Date();
  const yesterday = new Date();
  yesterday.setDate(today.getDate() - 1);
  const isDay = (day) => day.toDateString() === at.toDateString();
  const date = at.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" });
  const words = isDay(today) ? "Today" : isDay(yesterday) ? "Yesterday" : date;
  return el("div", { class: "day", role: "separator", "aria-label": words }, el("span", {}, words));
}
