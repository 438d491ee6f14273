// Answers that the server has not acknowledged. Each has a key of its own in the store, so that
// two windows cannot overwrite each other's answers. The server knows an answer that arrives twice
// by its id.

import { Refused, postJson } from "./http.js";

const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;
const KEY = "unsent.";

// Answers that the server will never accept. All other failures may pass, and the answer is kept:
// a campaign that is not found may be served again, and a link may be opened again.
const FINAL = new Set(["unknown-item", "foreign-item", "wrong-text", "used-id"]);
const FINAL_STATUS = new Set([400, 413, 415, 422]);
const NO_ACCESS = new Set([401, 403, 404]);

/**
 * Queue of answers. Dispatches the events
 *   change   the number of answers, or `failing`, changed
 *   saved    detail: the entry that the server has stored
 *   refused  detail: {entry, error}; the entry was removed
 *   blocked  detail: "paused" or "invalid"; the entries are kept
 */
export class Outbox extends EventTarget {
  #store;
  #address;
  #running = null;
  #timer = 0;
  #delay = FIRST_DELAY;
  #number = 0;
  #failing = "";

  constructor(store, address) {
    super();
    this.#store = store;
    this.#address = address;
    addEventListener("online", () => this.flush());
    addEventListener("storage", () => this.#changed());
  }

  /** Entries in the order in which they were submitted. */
  entries() {
    return this.#store
      .keys(KEY)
      .sort()
      .map((key) => this.#store.get(key))
      .filter((entry) => entry !== null && typeof entry === "object" && entry.item);
  }

  /** Why the last attempt to send failed: "lost", "paused" or "invalid"; empty if it did not. */
  get failing() {
    return this.#failing;
  }

  /** Keep an answer, and send it as soon as possible. */
  add(entry) {
    const time = String(Math.round(entry.submitted * 1000)).padStart(15, "0");
    const number = String(this.#number++).padStart(6, "0");
    const key = `${KEY}${time}.${number}.${entry.id}`;
    this.#store.set(key, { ...entry, key });
    this.#changed();
    return this.flush();
  }

  /** Send all entries, one after the other. */
  flush() {
    clearTimeout(this.#timer);
    this.#running ??= this.#send().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #send() {
    for (let [entry] = this.entries(); entry; [entry] = this.entries()) {
      try {
        await this.#post(entry);
      } catch (error) {
        if (!this.#handle(entry, error)) return;
      }
    }
    this.#set("");
  }

  async #post(entry) {
    const { id, item, answer, shown, touched, submitted, active } = entry;
    const sent = Date.now() / 1000;
    const body = { id, item: item.id, digest: item.digest, answer };
    const times = { shown, touched, submitted, sent, active };
    const result = await postJson(this.#address, { ...body, ...times });
    if (result.saved !== true) throw new Error("The answer was not acknowledged.");
    this.#store.remove(entry.key);
    this.#delay = FIRST_DELAY;
    this.#set("");
    this.#changed();
    this.dispatchEvent(new CustomEvent("saved", { detail: entry }));
  }

  /** Handle a failure; return whether the next entry can be sent. */
  #handle(entry, error) {
    const refused = error instanceof Refused;
    if (refused && (FINAL.has(error.code) || FINAL_STATUS.has(error.status))) {
      this.#store.remove(entry.key);
      this.#changed();
      this.dispatchEvent(new CustomEvent("refused", { detail: { entry, error } }));
      return true;
    }
    if (refused && NO_ACCESS.has(error.status)) {
      this.#block("invalid");
      return false;
    }
    this.#later(refused ? error.retryAfter : 0);
    if (refused && error.code === "paused") this.#block("paused");
    else this.#set("lost");
    return false;
  }

  #block(reason) {
    this.#set(reason);
    this.dispatchEvent(new CustomEvent("blocked", { detail: reason }));
  }

  #later(seconds) {
    const delay = Math.max(this.#delay * (0.75 + Math.random() / 2), seconds * 1000);
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
    this.#timer = setTimeout(() => this.flush(), delay);
  }

  #set(failing) {
    if (this.#failing === failing) return;
    this.#failing = failing;
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
