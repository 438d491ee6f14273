// An annotator of a pool chooses a name, and receives a personal link.

import { Refused, postJson } from "./http.js";
import { pageData, wording } from "./page.js";

const { messages, language } = pageData();
const text = wording(messages, language);
const form = document.getElementById("join");
const name = document.getElementById("name");
const problem = document.getElementById("problem");
const submit = document.getElementById("submit");
const link = document.getElementById("link");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.textContent = "";
  name.removeAttribute("aria-invalid");
  const chosen = name.value.trim();
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(chosen)) return refuse("join.bad-name");
  submit.disabled = true;
  try {
    show(await postJson(form.dataset.address, { name: chosen }));
  } catch (error) {
    if (!(error instanceof Refused)) return refuse("join.offline");
    const key = `join.${error.code}`;
    refuse(Object.hasOwn(messages, key) ? key : "join.failed");
  } finally {
    submit.disabled = false;
  }
});

function refuse(key) {
  problem.textContent = text(key);
  name.setAttribute("aria-invalid", "true");
  name.focus();
}

function show(answer) {
  form.hidden = true;
  document.getElementById("joined").hidden = false;
  link.value = answer.link;
  const target = new URL(answer.location, location.origin);
  if (target.origin === location.origin) document.getElementById("start").href = target.href;
  document.getElementById("joined-title").focus();
}

link.addEventListener("focus", () => link.select());

document.getElementById("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    // Only https and localhost have a clipboard.
    link.focus();
    link.select();
    if (!document.execCommand("copy")) return;
  }
  document.getElementById("copied").textContent = text("join.copied");
});
