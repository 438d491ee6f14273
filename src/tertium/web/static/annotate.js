// The page of an annotator: shows one item after the other, and keeps the answers.

import { ActiveTime } from "./active_time.js";
import { mountAnswerForm } from "./answer_form.js";
import { showCompletion } from "./completion.js";
import { Refused, postJson } from "./http.js";
import { randomId } from "./identifiers.js";
import { ItemView } from "./item_view.js";
import { letterOf } from "./keys.js";
import { Outbox } from "./outbox.js";
import { pageData, wording } from "./page.js";
import { Store } from "./store.js";
import { Work } from "./work.js";

const POLL = 15_000;
const SOON = 1_000;
const HEARTBEAT = 120_000;

const data = pageData();
const text = wording(data.messages, data.language);
const view = new ItemView(text, data);
const store = new Store(`tertium.${data.campaign}.${data.annotator}.`, () => showUnsent());
const outbox = new Outbox(store, `${data.base}/answers`);
const work = new Work(`${data.base}/work`, outbox);
const clock = new ActiveTime();
const windows = new BroadcastChannel(`tertium.${data.campaign}.${data.annotator}`);
const element = (id) => document.getElementById(id);

// The item on the page, its times, and whether an earlier answer is being changed.
let current = null;
let poll = 0;
let invalid = false;

const form = await mountAnswerForm(data, text, touched);

function seconds() {
  return Date.now() / 1000;
}

// Items

function show(item, { correction = false, answer = null } = {}) {
  const draft = correction ? null : draftOf(item);
  const shown = answer ?? draft?.answer ?? null;
  current = {
    item,
    correction,
    shown: draft?.shown ?? seconds(),
    touched: draft?.touched ?? null,
    changed: !correction && shown !== null,
    // Whether the annotator was asked about a doubtful answer.
    asked: false,
  };
  view.item(item, correction, work.around(item));
  form.show(item, shown);
  clock.start(draft?.active ?? 0);
  showProgress();
  view.focus();
  view.canSubmit(form.value() !== null);
  view.canUndo(!correction && work.previous !== null);
  view.canReturn(true);
}

function showProgress() {
  view.progress(work.progress, current?.correction ?? false);
}

function touched() {
  if (!current) return;
  current.touched ??= seconds();
  current.changed = true;
  view.canSubmit(form.value() !== null);
  keepDraft();
}

/** Keep the answer to the item on the page, which is not submitted yet. */
function keepDraft() {
  if (!current || current.correction || current.touched === null) return;
  const { item, shown, touched } = current;
  const { digest } = item;
  const answer = form.draft ? form.draft() : form.value();
  const draft = { digest, answer, shown, touched, active: clock.seconds() };
  store.set(`draft.${item.id}`, draft);
}

/** The draft of an item; one for another text is left from an earlier campaign of this name. */
function draftOf(item) {
  const draft = store.get(`draft.${item.id}`);
  return draft?.digest === item.digest ? draft : null;
}

function submit() {
  if (!current) return;
  const answer = form.value();
  if (answer === null) {
    view.announce(text("annotate.choose"));
    form.focus();
    return;
  }
  if (!current.asked) {
    const doubt = form.doubt?.() ?? "";
    if (doubt) {
      current.asked = true;
      view.notice(doubt);
      element("notice").scrollIntoView({ block: "nearest" });
      return;
    }
  }
  const { item, correction, shown, touched, changed } = current;
  const submitted = seconds();
  current = null;
  view.notice("");
  store.remove(`draft.${item.id}`);
  // An answer that was opened again and not changed is stored already.
  if (changed) {
    const times = { shown, touched: touched ?? submitted, submitted, active: clock.seconds() };
    work.answer(item, answer, correction);
    outbox.add({ id: randomId(), item, answer, correction, ...times });
    windows.postMessage({ answered: item.id });
  }
  next();
}

function undo() {
  if (!work.previous || current?.correction || invalid || work.status === "paused") return;
  keepDraft();
  const { answer, ...item } = work.previous;
  show(item, { correction: true, answer });
}

/** Show the next item, or say why there is none. */
function next() {
  clearTimeout(poll);
  showProgress();
  if (invalid) return stop("invalid");
  if (work.status === "paused") return stop("paused", POLL);
  const [item] = work.upcoming;
  if (item) {
    show(item);
    if (work.low) load();
    return;
  }
  // The form or the tutorial comes first; the start page of the campaign knows which one.
  if (["form", "tutorial"].includes(work.status)) return location.assign(`${data.base}/`);
  const sent = outbox.entries().length === 0;
  if (work.status === "none-left") return end("none", sent, 2 * POLL);
  if (["done", "limit", "screened-out"].includes(work.status)) {
    // Others may have judged everything before this annotator came.
    const name = work.status === "done" && !work.progress.total ? "none" : work.status;
    return sent ? end(name, sent) : stop("unsent");
  }
  view.message("loading");
  load();
}

/** Say that there is no more work; participants of Prolific get their completion code. */
function end(name, sent, delay = 0) {
  stop(name, delay);
  if (sent) showCompletion(`${data.base}/completion`, text);
}

function stop(name, delay = 0) {
  keepDraft();
  current = null;
  view.message(name);
  view.canUndo(work.previous !== null);
  view.canReturn(false);
  clearTimeout(poll);
  if (delay) poll = setTimeout(load, delay);
}

// The server

async function load() {
  try {
    const found = await work.load();
    invalid = false;
    showProgress();
    if (outbox.failing) outbox.flush();
    if (!current) return arrive(found);
    if (current.correction) return;
    const isOpen = found.open.includes(current.item.id);
    // If all listed items wait in the outbox, the item on the page may come after them.
    const isListed = isOpen || (found.listed && !found.open.length);
    if (work.status === "paused") next();
    else if (!isListed) skip();
    else view.canUndo(work.previous !== null);
  } catch (error) {
    if (error instanceof Refused && [401, 403, 404].includes(error.status)) {
      invalid = true;
      next();
    } else if (!current) {
      wait();
    }
  }
}

/** Continue after a page without an item. */
function arrive({ listed, open, certain }) {
  if (work.status !== "running" || open.length) return next();
  if (!certain) return load();
  if (outbox.failing) return wait();
  // More items are listed when the answers to the listed ones are saved.
  return listed ? stop("loading", SOON) : stop("none", POLL);
}

function wait() {
  const { done, total } = work.progress;
  stop(outbox.entries().length && done >= total ? "unsent" : "waiting", POLL / 3);
}

/** Leave an item that was answered in another window or on another device. */
function skip() {
  store.remove(`draft.${current.item.id}`);
  current = null;
  next();
  view.notice(text("annotate.elsewhere"));
}

function showUnsent() {
  view.unsent(outbox.entries().length, outbox.failing, store.volatile);
}

outbox.addEventListener("change", showUnsent);

outbox.addEventListener("saved", ({ detail: entry }) => {
  work.saved();
  windows.postMessage({ saved: entry.item.id });
  // More items may be listed now, or the last answer has arrived.
  if (!current && !outbox.entries().length) load();
});

outbox.addEventListener("blocked", ({ detail }) => {
  if (detail === "invalid") invalid = true;
  else work.status = "paused";
  if (!current?.correction) next();
});

outbox.addEventListener("refused", async ({ detail: { entry, error } }) => {
  const known = `refused.${error.code}`;
  const reason = Object.hasOwn(data.messages, known) ? text(known) : error.message;
  work.reopen(entry.item.id);
  keepDraft();
  current = null;
  await load();
  const item = work.upcoming.find((one) => one.id === entry.item.id);
  if (item) show(item, { answer: entry.answer });
  else if (entry.correction && error.code !== "foreign-item") {
    show(entry.item, { correction: true, answer: entry.answer });
  }
  // A wrong answer to an attention check: the sentence says what to do.
  const isCheck = error.code === "failed-check";
  view.notice(isCheck ? error.message : text("refused.text", { reason }));
});

windows.addEventListener("message", ({ data: message }) => {
  if (Number.isInteger(message?.saved)) {
    work.saved();
    if (!current) load();
  }
  if (!Number.isInteger(message?.answered)) return;
  work.answeredElsewhere(message.answered);
  if (current && !current.correction && current.item.id === message.answered) skip();
  load();
});

addEventListener("online", () => load());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") load();
  else keepDraft();
});
addEventListener("pagehide", keepDraft);
addEventListener("beforeunload", (event) => {
  if (store.volatile && outbox.entries().length) event.preventDefault();
});
setInterval(() => {
  if (current && clock.working()) load();
}, HEARTBEAT);

// Buttons and keys

element("item").addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
element("undo").addEventListener("click", undo);
element("keep").addEventListener("click", () => {
  current = null;
  next();
});
element("send").addEventListener("click", () => outbox.flush());
for (const button of document.querySelectorAll("[data-action]")) {
  const reload = () => location.reload();
  const actions = { undo, reload, continue: reload, retry };
  button.addEventListener("click", actions[button.dataset.action]);
}

/** Give unanswered items back to the pool. */
element("return")?.addEventListener("click", async ({ target }) => {
  if (!confirm(target.dataset.confirm)) return;
  try {
    await outbox.flush();
    await postJson(`${data.base}/return`, {});
    stop("returned");
  } catch {
    view.notice(text("annotate.return-failed"));
  }
});

function retry() {
  outbox.flush();
  load();
}

const instructions = element("instructions");
const help = element("help");
const shortcuts = element("shortcuts");
shortcuts.checked = store.get("shortcuts") !== false;
shortcuts.addEventListener("change", () => store.set("shortcuts", shortcuts.checked));
element("show-instructions").addEventListener("click", () => instructions.showModal());
element("show-help").addEventListener("click", () => help.showModal());

const hasInstructions = !element("show-instructions").hidden;
const commands = {
  u: undo,
  i: () => hasInstructions && instructions.showModal(),
  p: () => view.toggleMedia(),
  "?": () => help.showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (document.querySelector("dialog[open]")) return;
  // These have keys of their own.
  if (event.target.matches?.("textarea, [type=text], audio, video")) return;
  const own = event.target.closest?.("a, button, select, summary, dialog");
  if (event.key === "Enter") {
    if (own || event.repeat || !current) return;
    event.preventDefault();
    submit();
    return;
  }
  if (own?.matches("select") || (event.key.length === 1 && !shortcuts.checked)) return;
  const command = commands[letterOf(event)];
  if (current && form.key(event)) event.preventDefault();
  else if (command && !event.repeat) {
    event.preventDefault();
    command();
  }
});

/** Show the instructions to annotators who have not answered yet. */
function welcome() {
  const button = element("begin");
  if (!hasInstructions || work.progress.done || !current) return;
  button.textContent = button.dataset.begin;
  instructions.addEventListener("close", () => {
    button.textContent = button.dataset.close;
    if (!current || current.touched !== null) return;
    // Time spent on the instructions is not time spent on the first item.
    current.shown = seconds();
    clock.start();
  }, { once: true });
  instructions.showModal();
}

showUnsent();
view.message("loading");
await load();
welcome();
outbox.flush();
