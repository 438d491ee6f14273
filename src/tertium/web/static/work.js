// Items that the server has given, and those that wait in the outbox.

import { getJson } from "./http.js";

// Load more items when fewer than this number are left.
const FEW = 6;

/**
 * The annotator's items. The list of the server may be older than answers that were given or
 * acknowledged while it was under way: listed items that were answered here or in another window are
 * left out, and counted as done.
 */
export class Work {
  status = "running";
  upcoming = [];
  previous = null;
  documents = {};
  progress = { done: 0, total: 0, hit: 1, hits: 1, hit_done: 0, hit_total: 0 };
  #address;
  #outbox;
  #answered = new Set();
  #changes = 0;
  #resets = 0;
  #loading = null;

  constructor(address, outbox) {
    this.#address = address;
    this.#outbox = outbox;
  }

  get low() {
    return this.upcoming.length < FEW;
  }

  /**
   * Ask the server. Returns
   *   listed   whether the server listed items
   *   open     ids of the listed items that were not answered here
   *   certain  whether no answer was given or acknowledged meanwhile
   */
  load() {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #load() {
    const before = this.#changes;
    const content = await getJson(this.#address);
    const certain = before === this.#changes;
    const waiting = this.#outbox.entries();
    // The organiser has opened items again that were answered.
    if (content.resets !== this.#resets) this.#answered.clear();
    this.#resets = content.resets;
    for (const entry of waiting) this.#answered.add(entry.item.id);
    if (certain) this.previous = last(waiting) ?? content.previous;
    const listed = content.items ?? [];
    this.status = content.status;
    this.documents = content.documents ?? {};
    this.upcoming = listed.filter((item) => !this.#answered.has(item.id));
    this.progress = advanced(content.progress, listed.length - this.upcoming.length);
    return { listed: listed.length > 0, open: this.upcoming.map((item) => item.id), certain };
  }

  /** The segments of the document that an item is judged in; null if it is shown by itself. */
  around(item) {
    return this.documents[item.document] ?? null;
  }

  /** Note an answer that was given in this window. */
  answer(item, answer, correction) {
    this.#changes++;
    this.#answered.add(item.id);
    this.previous = { ...item, answer };
    this.#drop(item.id);
    if (!correction) this.progress = advanced(this.progress, 1);
  }

  /** Note an answer that was given in another window. */
  answeredElsewhere(id) {
    this.#changes++;
    if (!this.#answered.has(id)) this.progress = advanced(this.progress, 1);
    this.#answered.add(id);
    this.#drop(id);
  }

  /** Note that the server has stored an answer. */
  saved() {
    this.#changes++;
  }

  /** Note that the server did not accept an answer. */
  reopen(id) {
    this.#changes++;
    this.#answered.delete(id);
  }

  #drop(id) {
    this.upcoming = this.upcoming.filter((item) => item.id !== id);
  }
}

function last(entries) {
  const entry = entries.at(-1);
  return entry ? { ...entry.item, answer: entry.answer } : null;
}

/** Progress after some more answers; the next HIT begins when one is complete. */
function advanced(progress, count) {
  const after = { ...progress };
  for (let index = 0; index < count && after.done < after.total; index++) {
    after.done++;
    after.hit_done++;
    if (after.hit_done >= after.hit_total && after.hit < after.hits) {
      after.hit++;
      after.hit_done = 0;
    }
  }
  return after;
}
