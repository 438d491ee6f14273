// Items that the server has given, and those that wait in the outbox.

import { getJson } from "./http.js";

// Load more items when fewer than this number are left.
const FEW = 6;

/**
 * The annotator's items. `answered` holds the ids of items that were answered here or in another
 * window, as far as the server did not know them when it was last asked.
 */
export class Work {
  status = "running";
  upcoming = [];
  previous = null;
  progress = { done: 0, total: 0, hit: 1, hits: 1, hit_done: 0, hit_total: 0 };
  #address;
  #outbox;
  #answered = new Set();
  #changes = 0;
  #loading = null;

  constructor(address, outbox) {
    this.#address = address;
    this.#outbox = outbox;
  }

  get low() {
    return this.upcoming.length < FEW;
  }

  /** Ask the server; return the ids of the items that it lists and that are not answered here. */
  load() {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #load() {
    const before = this.#changes;
    const content = await getJson(this.#address);
    const waiting = this.#outbox.entries();
    if (before === this.#changes) {
      this.#answered = new Set(waiting.map((entry) => entry.item.id));
      this.previous = last(waiting) ?? content.previous;
      this.progress = advanced(content.progress, waiting.filter((entry) => !entry.correction).length);
    }
    this.status = content.status;
    const listed = content.items ?? [];
    this.upcoming = listed.filter((item) => !this.#answered.has(item.id));
    return { listed, open: this.upcoming.map((item) => item.id), certain: before === this.#changes };
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
    this.#answered.add(id);
    this.#drop(id);
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
