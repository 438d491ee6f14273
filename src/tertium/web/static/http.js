// Requests to the server, and the two ways in which they fail.

import { csrfToken } from "./page.js";

const TIMEOUT = 20_000;

/** The server answered, but did not do what was asked; `content` is its whole answer. */
export class Refused extends Error {
  constructor(status, code, sentence, retryAfter, content = null) {
    super(sentence);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
    this.content = content;
  }
}

/** No answer arrived, or one that is not from our server. */
export class Unreachable extends Error {}

/** Load JSON. */
export function getJson(address) {
  return request(address, { method: "GET" });
}

/** Send JSON, and return the JSON of the answer. */
export function postJson(address, body) {
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrfToken() };
  return request(address, { method: "POST", headers, body: JSON.stringify(body) });
}

async function request(address, options) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT);
  try {
    const response = await fetch(address, {
      ...options,
      headers: { Accept: "application/json", ...options.headers },
      credentials: "same-origin",
      cache: "no-store",
      signal: stop.signal,
    });
    const content = await response.json().catch(() => null);
    if (!response.ok) {
      throw new Refused(
        response.status,
        typeof content?.code === "string" ? content.code : "",
        typeof content?.error === "string" ? content.error : "",
        Number(response.headers.get("Retry-After")) || 0,
        content,
      );
    }
    if (content === null || typeof content !== "object") {
      throw new Unreachable("The answer is not JSON.");
    }
    return content;
  } catch (error) {
    if (error instanceof Refused || error instanceof Unreachable) throw error;
    throw new Unreachable(String(error));
  } finally {
    clearTimeout(timer);
  }
}
