// The elements of the page that show an item, progress, and the state of the connection.

import { showAround } from "./around.js";
import { showText } from "./direction.js";
import { mountMedia } from "./media.js";
import { showView } from "./page.js";

const element = (id) => document.getElementById(id);

/** What an annotator sees. */
export class ItemView {
  #text;
  #data;
  #media;

  constructor(text, data) {
    this.#text = text;
    this.#data = data;
    this.#media = element("media") && mountMedia(element("media"), data.base, text);
  }

  /** Show the texts beside the outputs of an item, which the answer form shows. */
  item(item, correcting, around) {
    const { sourceLanguage, outputLanguage } = this.#data;
    showView("work");
    const media = item.extra.media ?? [];
    this.#media?.show(media);
    this.#show("source", item.source, sourceLanguage, media.length > 0);
    this.#show("reference", item.reference, outputLanguage);
    const languages = { contextLanguage: sourceLanguage, outputLanguage };
    showAround(around, item.place, { ...languages, level: item.level });
    element("correcting").hidden = !correcting;
    element("keep").hidden = !correcting;
    scrollTo(0, 0);
  }

  /** Move the focus to the title of the item, which screen readers read. */
  focus() {
    element("item-title").focus({ preventScroll: true });
  }

  /** Show a page without an item: "paused", "done", "waiting" and so on. */
  message(view) {
    this.#media?.show([]);
    const section = showView(view);
    const title = section.querySelector("h1");
    if (!section.contains(document.activeElement)) title?.focus();
  }

  /** Show how much is done; an answer that is being changed belongs to the last item done. */
  progress({ done, total, hit, hits, hit_done, hit_total }, correcting) {
    const number = correcting ? Math.max(done, 1) : Math.min(done + 1, total);
    element("item-title").textContent = this.#text("annotate.item", { number, total });
    element("progress").hidden = false;
    element("bar").max = Math.max(total, 1);
    element("bar").value = done;
    element("done").textContent = this.#text("annotate.done", { done, total });
    const batch = { hit, hits, done: hit_done, total: hit_total };
    element("hit").textContent = hits > 1 ? this.#text("annotate.hit", batch) : "";
  }

  /** Play or pause the recording of the source. */
  toggleMedia() {
    this.#media?.toggle();
  }

  canSubmit(possible) {
    element("submit").disabled = !possible;
  }

  canUndo(possible) {
    element("undo").hidden = !possible;
    for (const button of document.querySelectorAll('[data-action="undo"]')) {
      button.hidden = !possible;
    }
  }

  canReturn(possible) {
    const button = element("return");
    if (button) button.hidden = !possible;
  }

  /** Show how many answers wait, and why sending them failed. */
  unsent(count, failing, volatile) {
    const waiting = this.#text("save.unsent", { count });
    const lines = [];
    if (failing && count) lines.push(`${waiting}.`);
    if (failing === "lost" && count) lines.push(this.#text("save.offline"));
    if (volatile) lines.push(this.#text("save.memory"));
    const shown = lines.join(" ");
    element("connection").hidden = !shown;
    element("send").hidden = !count;
    if (element("connection-text").textContent !== shown) {
      element("connection-text").textContent = shown;
    }
    const { textContent: before } = element("saving");
    const state = count ? (failing ? waiting : this.#text("save.saving")) : "";
    element("saving").textContent = state || (before && this.#text("save.saved"));
  }

  /** Show a sentence above the item until the next answer; an empty one hides it. */
  notice(sentence) {
    element("notice").hidden = !sentence;
    element("notice").textContent = sentence;
  }

  /** Tell users of screen readers. */
  announce(sentence) {
    element("announcement").textContent = sentence;
  }

  #show(name, text, language, hasMedia = false) {
    const place = element(name);
    if (!place) return;
    // Some items are shown without the text.
    place.closest(".panel").hidden = text === null && !hasMedia;
    place.hidden = text === null;
    const empty = (text ?? "").trim() === "";
    place.classList.toggle("soft", empty);
    if (empty) {
      place.removeAttribute("lang");
      place.dir = "auto";
      place.textContent = this.#text("annotate.empty");
    } else {
      showText(place, text, language);
    }
  }
}
