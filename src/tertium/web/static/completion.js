// The end of a submission on Prolific: the completion code, and the way back.

import { getJson } from "./http.js";

const element = (id) => document.getElementById(id);

/** Show the completion code of a participant; nothing to annotators who do not come from Prolific. */
export async function showCompletion(address, text) {
  let found;
  try {
    found = await getJson(address);
  } catch {
    element("completion").hidden = true;
    return;
  }
  const { code, url } = found;
  element("completion-text").textContent = text(code ? "completion.text" : "completion.none");
  element("completion-actions").hidden = !code;
  element("completion-code").textContent = code;
  if (url.startsWith("https://app.prolific.com/")) element("completion-link").href = url;
  element("completion").hidden = false;
}
