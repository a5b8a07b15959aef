// Requests to the server: batched, at most one per task at a time; late answers are dropped.

// Events about the server: `trouble` when it does not answer, `fine` when it does.
export const server = new EventTarget();
// The server did not answer: nothing is drawn.
export class Trouble extends Error {}

// A restarted server has another path; its page sends it to the pages that are still open.
let base = new URL('.', location.href).pathname;
const channel = new BroadcastChannel('superuri');
channel.addEventListener('message', ({ data }) => {
  if (!/^\/[\w-]{20,64}\/$/.test(data?.path) || data.path === base || !troubled) return;
  base = data.path;
  server.dispatchEvent(new Event('moved'));
});
let troubled = false;

export const announce = () => channel.postMessage({ path: base });

let open = 0;
let working = 0;

// Resolves when no request is pending and nothing is being drawn.
export async function settled() {
  do await new Promise((resolve) => setTimeout(resolve, 0)); while (open || working);
}

// Lets the browser draw a frame and handle input between two steps of work on a long text.
const SHORT = 2000;
export const yieldToBrowser = (length) => (length > SHORT ? new Promise((done) => setTimeout(done)) : undefined);

// Calls made together are sent as one request, which holds their common text once.
let waiting = [];
export function ask(verb, body) {
  open += 1;
  return new Promise((resolve, reject) => {
    waiting.push({ verb, body, resolve, reject });
    if (waiting.length === 1) queueMicrotask(send);
  });
}

async function send() {
  const calls = waiting;
  waiting = [];
  const text = calls.find(({ body }) => 'text' in body)?.body.text;
  const asks = calls.map(({ verb, body }) => [verb, 'text' in body && body.text === text ? { ...body, text: undefined } : body]);
  const response = await post({ text, asks });
  open -= calls.length;
  troubled = Boolean(response.trouble);
  server.dispatchEvent(troubled ? new CustomEvent('trouble', { detail: response.trouble }) : new Event('fine'));
  calls.forEach(({ resolve, reject }, n) => (troubled ? reject(new Trouble(response.trouble.message)) : resolve(response.result[n])));
}

const MOST = 1 << 20; // bytes, the server's limit
const trouble = (message, help, again) => ({ trouble: { message, help, again } });

async function post(request) {
  const body = JSON.stringify(request);
  if (body.length > MOST || new TextEncoder().encode(body).length > MOST) {
    return trouble('The text is too long for this page.', 'The command takes files of any length: superuri clean -i FILE.', false);
  }
  try {
    const answer = await fetch(`${base}api/many`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    if (answer.ok) return await answer.json();
    if (answer.status === 403) return trouble('The server was started again, at another address.', 'Open the address that it printed: this page then continues, and keeps the text.', true);
    return trouble(`The server cannot answer: ${(await answer.text()).trim()}.`, '', answer.status === 503);
  } catch {
    return trouble('The server does not answer.', 'Is superuri serve still running? The text is kept.', true);
  }
}

// Runs `work` once more if it was called while it ran, however often; `work` can ask whether its
// answer is late.
export function latest(work) {
  let calls = 0;
  let running = false;
  return async () => {
    calls += 1;
    if (running) return;
    running = true;
    working += 1;
    try {
      for (let mine = 0; mine !== calls;) {
        mine = calls;
        try {
          await work(() => mine !== calls);
        } catch (error) {
          if (!(error instanceof Trouble)) throw error;
        }
      }
    } finally {
      running = false;
      working -= 1;
    }
  };
}
