// Local storage: never sent to the server.

const PREFIX = 'superuri.';

// The stored value; undefined if there is none, or the browser does not store any.
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

// Stores a value; null deletes it.
export function store(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false; // full, or not allowed
  }
}
