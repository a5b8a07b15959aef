// How is the server asked? One request of a kind at a time: a newer one takes the older's place.

const running = new Map();

export async function ask(verb, body, kind = verb) {
  running.get(kind)?.abort();
  const control = new AbortController();
  running.set(kind, control);
  try {
    const answer = await fetch(`api/${verb}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: control.signal,
    });
    if (!answer.ok) return { error: { message: (await answer.text()).trim(), help: '', start: 0, end: 0 } };
    return await answer.json();
  } catch (error) {
    if (error.name === 'AbortError') return null;
    return { error: { message: 'the server does not answer', help: 'is superuri serve still running?', start: 0, end: 0 } };
  } finally {
    if (running.get(kind) === control) running.delete(kind);
  }
}
