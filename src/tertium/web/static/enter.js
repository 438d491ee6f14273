// Exchange the token of a link, which is in the fragment of the address, for a session.

import { Refused, postJson } from "./http.js";
import { showView } from "./page.js";

const { address } = document.getElementById("enter").dataset;

let token = "";

/** Take the token out of the address bar and the history. */
function takeToken() {
  const found = location.hash.slice(1);
  if (found) {
    token = found;
    history.replaceState(null, "", location.pathname + location.search);
  }
  return open();
}

async function open() {
  if (!token) return show("missing");
  showView("opening");
  document.getElementById("opening").hidden = false;
  try {
    const { location: next } = await postJson(address, { token });
    // Only an address on this server is opened.
    const target = new URL(next, location.origin);
    if (target.origin !== location.origin) return show("wrong");
    return location.replace(target);
  } catch (error) {
    if (!(error instanceof Refused) || error.status >= 500) return show("offline");
    return show(error.status === 429 ? "busy" : "wrong");
  }
}

function show(view) {
  showView(view).querySelector("h1").focus();
}

for (const button of document.querySelectorAll('[data-action="again"]')) {
  button.addEventListener("click", open);
}
addEventListener("hashchange", () => {
  if (location.hash.length > 1) takeToken();
});
takeToken();
