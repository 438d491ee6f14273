// localStorage, or memory if the browser forbids it or its space is used up.

/** Values under keys with a common prefix. */
export class Store {
  #prefix;
  #memory = new Map();
  #volatile = false;
  #onvolatile;

  /**
   * @param prefix Beginning of all keys.
   * @param onvolatile Called when a value could be kept in memory only.
   */
  constructor(prefix, onvolatile = () => {}) {
    this.#prefix = prefix;
    this.#onvolatile = onvolatile;
  }

  /** Whether values could not be stored, so that they would be lost if the page were closed. */
  get volatile() {
    return this.#volatile;
  }

  get(key) {
    const name = this.#prefix + key;
    if (this.#memory.has(name)) return this.#memory.get(name);
    try {
      return parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  }

  set(key, value) {
    const name = this.#prefix + key;
    try {
      localStorage.setItem(name, JSON.stringify(value));
      this.#memory.delete(name);
    } catch {
      this.#memory.set(name, value);
      this.#volatile = true;
      this.#onvolatile();
    }
  }

  remove(key) {
    this.#memory.delete(this.#prefix + key);
    try {
      localStorage.removeItem(this.#prefix + key);
    } catch {
      // The value was in memory only.
    }
  }

  /** Keys that begin with the given text, without the prefix of the store. */
  keys(beginning) {
    const names = new Set(this.#memory.keys());
    try {
      for (let index = 0; index < localStorage.length; index++) names.add(localStorage.key(index));
    } catch {
      // Only memory can be read.
    }
    const whole = this.#prefix + beginning;
    return [...names]
      .filter((name) => name.startsWith(whole))
      .map((name) => name.slice(this.#prefix.length));
  }
}

function parse(text) {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null; // Another program wrote it.
  }
}
