// The tutorial: items with feedback before the work.

import { ActiveTime } from "./active_time.js";
import { mountAnswerForm } from "./answer_form.js";
import { showText } from "./direction.js";
import { Refused, getJson, postJson } from "./http.js";
import { randomId } from "./identifiers.js";
import { ItemView } from "./item_view.js";
import { letterOf } from "./keys.js";
import { pageData, wording } from "./page.js";
import { Store } from "./store.js";

const data = pageData();
const text = wording(data.messages, data.language);
const view = new ItemView(text, data);
const clock = new ActiveTime();
// What this browser has passed, whatever the campaign and the annotator.
const store = new Store("tertium.tutorial.");
const element = (id) => document.getElementById(id);
const instructions = element("instructions");
const help = element("help");

let lessons = null;
let current = null;
// The id of the answer on its way, so that it is stored once if it has to be sent again.
let id = "";
let sending = false;

const form = await mountAnswerForm(data, text, touched);

async function load() {
  view.message("loading");
  try {
    lessons = await getJson(`${data.base}/lessons`);
  } catch (error) {
    const invalid = error instanceof Refused && [401, 403, 404].includes(error.status);
    return view.message(invalid ? "invalid" : "waiting");
  }
  const proof = store.get(lessons.digest);
  element("known").hidden = !lessons.known && typeof proof !== "string";
  return next();
}

function next() {
  current = lessons.items.shift() ?? null;
  if (!current) return leave(`${data.base}/`);
  id = "";
  view.item(current, false, null);
  view.notice("");
  form.show(current, null);
  freeze(false);
  element("feedback").hidden = true;
  showProgress();
  view.canSubmit(false);
  view.focus();
  clock.start();
}

function showProgress() {
  const { done, total } = lessons;
  const number = Math.min(done + 1, total);
  element("item-title").textContent = text("tutorial.item", { number, total });
  element("progress").hidden = false;
  element("bar").max = total;
  element("bar").value = done;
  element("done").textContent = text("annotate.done", { done, total });
}

function touched() {
  view.canSubmit(form.value() !== null);
}

async function submit() {
  const answer = form.value();
  if (!current || sending || element("submit").hidden) return;
  if (answer === null) {
    view.announce(text("annotate.choose"));
    form.focus();
    return;
  }
  sending = true;
  id ||= randomId();
  const body = { id, item: current.id, answer, active: clock.seconds() };
  try {
    tell(await postJson(`${data.base}/lessons`, body));
    view.notice("");
    id = "";
  } catch (error) {
    const known = error instanceof Refused ? `refused.${error.code}` : "tutorial.offline";
    view.notice(Object.hasOwn(data.messages, known) ? text(known) : error.message);
  } finally {
    sending = false;
  }
}

/** Show whether the answer is as expected, and why; a wrong one may have to be put right. */
function tell({ correct, text: explanation, repeat, finished, proof }) {
  const verdict = correct === null ? "noted" : correct ? "right" : "wrong";
  element("feedback").dataset.verdict = verdict;
  element("feedback-title").textContent = text(`tutorial.${verdict}`);
  showText(element("feedback-text"), explanation, "");
  element("feedback-text").hidden = explanation === "";
  element("feedback-repeat").hidden = !repeat;
  element("feedback").hidden = false;
  element("continue").closest("p").hidden = repeat;
  element("continue").textContent = text(finished ? "tutorial.begin" : "tutorial.continue");
  if (proof) store.set(lessons.digest, proof);
  if (!repeat) {
    lessons.done++;
    element("bar").value = lessons.done;
    element("done").textContent = text("annotate.done", { done: lessons.done, total: lessons.total });
    freeze(true);
  }
  element("feedback").scrollIntoView({ block: "nearest" });
  element("feedback-title").focus({ preventScroll: true });
}

/** Keep the answer as it is while the feedback is read. */
function freeze(frozen) {
  element("answer").inert = frozen;
  for (const fields of element("outputs").querySelectorAll("fieldset")) fields.inert = frozen;
  element("submit").hidden = frozen;
}

function leave(address) {
  location.assign(address);
}

async function skip() {
  const proof = store.get(lessons.digest);
  const known = typeof proof === "string" ? proof : "";
  try {
    leave((await postJson(`${data.base}/tutorial/skip`, { proof: known })).location);
  } catch {
    store.remove(lessons.digest);
    element("known").hidden = !lessons.known;
    view.notice(text("tutorial.not-skipped"));
  }
}

// Buttons and keys

element("item").addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
element("continue").addEventListener("click", next);
element("skip-tutorial").addEventListener("click", skip);
element("show-instructions").addEventListener("click", () => instructions.showModal());
element("show-help").addEventListener("click", () => help.showModal());
for (const button of document.querySelectorAll("[data-action]")) {
  button.addEventListener("click", () => location.reload());
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (document.querySelector("dialog[open]") || event.target.matches?.("textarea, [type=text]")) return;
  if (event.target.closest?.("a, button, select, summary") || event.repeat || !current) return;
  const read = element("submit").hidden;
  if (event.key === "Enter") {
    event.preventDefault();
    if (read) next();
    else submit();
  } else if (!read && form.key(event)) {
    event.preventDefault();
  } else if (letterOf(event) === "i" && !element("show-instructions").hidden) {
    instructions.showModal();
  }
});

await load();
if (!element("show-instructions").hidden && lessons?.done === 0 && current) {
  const button = element("begin");
  button.textContent = button.dataset.begin;
  instructions.addEventListener("close", () => {
    button.textContent = button.dataset.close;
    clock.start();
  }, { once: true });
  instructions.showModal();
}
