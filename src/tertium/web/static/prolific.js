// A participant of Prolific becomes an annotator: the parameters of the address are sent when the
// participant begins. They stay in the address until then, since another language loads it again.

import { Refused, postJson } from "./http.js";
import { pageData, showView, wording } from "./page.js";

const { messages, language, parameters } = pageData();
const text = wording(messages, language);
const problem = document.getElementById("problem");
const begin = document.getElementById("begin");
const address = location.pathname;
const given = new URLSearchParams(location.search);
const [participant, study, session] = parameters.map((name) => given.get(name)?.toLowerCase() ?? "");
const isComplete = [participant, study, session].every((id) => /^[0-9a-f]{24}$/.test(id));

showView(isComplete ? "enter" : "wrong").querySelector("h1").focus();

begin.addEventListener("click", async () => {
  problem.textContent = "";
  begin.disabled = true;
  try {
    const { location: next } = await postJson(address, { participant, study, session });
    const target = new URL(next, location.origin);
    if (target.origin === location.origin) location.replace(target);
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return showView("wrong");
    const key = error instanceof Refused ? `prolific.${error.code}` : "prolific.offline";
    problem.textContent = text(Object.hasOwn(messages, key) ? key : "prolific.failed");
    begin.disabled = false;
  }
});
