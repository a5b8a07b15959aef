// Memory: what this browser keeps; nothing of it is sent to the server.

const PREFIX = 'superuri.';

// The value that was kept by this name; undefined if there is none, or the browser keeps nothing.
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

// Keeps a value by this name; null forgets it.
export function store(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false; // full, or not allowed
  }
}
