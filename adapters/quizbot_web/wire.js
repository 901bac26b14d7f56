// Here is the connection to the playground: it comes back by itself, and loses no event.
//
// Every event keeps its id until the server has said what became of it. After a reconnect the
// unanswered ones are sent again; quizbot takes a second delivery for the same event.

import { newId } from "./dom.js";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;

export class Wire {
  // `on` has a function for each type of frame, and `linked(boolean)`.
  constructor(on) {
    this.on = on;
    this.waiting = new Map();
    this.settled = new Map();
    this.wait = FIRST_WAIT;
    this.socket = null;
    this.timer = 0;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => this.hurry());
  }

  // Be `persona` from now on. What another persona still waits for is not sent as this one.
  connect(persona) {
    if (persona !== this.persona) this.waiting.clear();
    this.persona = persona;
    this.wait = FIRST_WAIT;
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.socket?.close();
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
    const query = new URLSearchParams({ as: this.persona, zone, locale: navigator.language });
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/playground/live?${query}`);
    this.socket = socket;
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.socket) this.take(JSON.parse(data));
    });
    socket.addEventListener("close", () => {
      if (socket === this.socket) this.retry();
    });
  }

  retry() {
    this.socket = null;
    this.on.linked(false);
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 1.6, LONGEST_WAIT);
  }

  hurry() {
    if (this.timer && document.visibilityState === "visible") this.open();
  }

  take(frame) {
    if (frame.type === "state") {
      this.wait = FIRST_WAIT;
      this.on.linked(true);
      this.on.state(frame);
      for (const event of this.waiting.values()) this.socket.send(JSON.stringify(event));
      return;
    }
    this.on[frame.type]?.(frame);
    if (["done", "refused", "failed", "completions"].includes(frame.type)) this.settle(frame);
  }

  settle(frame) {
    this.waiting.delete(frame.id);
    this.settled.get(frame.id)?.(frame);
    this.settled.delete(frame.id);
  }

  // Send an event; the promise resolves with what became of it.
  send(event) {
    const sent = { ...event, id: newId() };
    this.waiting.set(sent.id, sent);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(sent));
    return new Promise((resolve) => this.settled.set(sent.id, resolve));
  }

  // Ask for completions: not worth keeping over a lost connection.
  async ask(question) {
    if (this.socket?.readyState !== WebSocket.OPEN) return [];
    return (await this.send({ type: "complete", ...question })).choices ?? [];
  }
}
