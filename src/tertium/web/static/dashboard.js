// The dashboard: replaces panels as events arrive, and sends what buttons ask for.

import { Refused, postJson } from "./http.js";

const page = document.getElementById("dashboard");
const base = page.dataset.base;
const live = document.getElementById("live");
const result = document.getElementById("result");

// Seconds until the next attempt when the server refuses the connection.
const RETRY = 10;

// Whether an action waits for its answer; a second click does nothing.
let sending = false;

function tell(element, text) {
  element.textContent = text;
  element.hidden = !text;
}

// The HTML comes from our own templates, where all text is escaped.
function replacePanel(name, html) {
  const panel = page.querySelector(`[data-panel="${name}"]`);
  if (!panel) return;
  const focused = panel.contains(document.activeElement) ? document.activeElement.dataset.key : "";
  const scrolled = [...panel.querySelectorAll(".wide")].map((one) => one.scrollLeft);
  panel.innerHTML = html;
  panel.querySelectorAll(".wide").forEach((one, place) => { one.scrollLeft = scrolled[place] || 0; });
  if (focused) {
    const same = panel.querySelector(`[data-key="${focused}"]`) || panel.querySelector("button");
    if (same) same.focus();
  }
}

function listen() {
  const source = new EventSource(`${base}/events`);
  source.addEventListener("open", () => tell(live, "Live"));
  source.addEventListener("panel", (event) => {
    const { panel, html } = JSON.parse(event.data);
    replacePanel(panel, html);
  });
  source.addEventListener("ended", () => {
    source.close();
    tell(live, "Your access has ended. Open your link again.");
  });
  source.addEventListener("error", () => {
    tell(live, "Connection lost; trying again.");
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, RETRY * 1000);
  });
  window.addEventListener("pagehide", () => source.close(), { once: true });
}

async function send(path, body) {
  tell(result, "");
  try {
    const content = await postJson(`${base}/${path}`, body);
    for (const [name, html] of Object.entries(content.panels)) replacePanel(name, html);
    return content;
  } catch (error) {
    const lost = "The server does not answer. Load the page again to see what has changed.";
    const refused = error.message || `The server answered with status ${error.status}.`;
    tell(result, error instanceof Refused ? refused : lost);
    return null;
  }
}

function showLink(content) {
  if (!content.link) return;
  document.getElementById("link-name").textContent = content.name;
  const field = document.getElementById("link");
  field.value = content.link;
  document.getElementById("link-field").hidden = false;
  field.focus();
  field.select();
}

page.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-action]");
  if (!button || sending) return;
  if (button.dataset.confirm && !window.confirm(button.dataset.confirm)) return;
  // A disabled button would lose the focus.
  sending = true;
  const content = await send(button.dataset.action, {});
  sending = false;
  if (content) showLink(content);
});

// Viewers have no such form.
document.getElementById("add")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = document.getElementById("add-name");
  const content = await send("annotators", { name: name.value.trim() });
  if (!content) return;
  name.value = "";
  showLink(content);
});

listen();
