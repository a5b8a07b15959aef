// Requests to the server, and which answers are still wanted.

// What the tool itself says: `trouble` when it cannot answer, `fine` when it does.
export const server = new EventTarget();
// Nothing is drawn of a question that the tool cannot answer.
export class Trouble extends Error {}

// A server that is started again has another path; its page says so to those that are open.
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

// When nothing is asked and nothing is drawn any more.
export async function settled() {
  do await new Promise((resolve) => setTimeout(resolve, 0)); while (open || working);
}

// Lets the browser draw a frame, and hear what is typed, between two pieces of work on a long text.
const SHORT = 2000;
export const breath = (length) => (length > SHORT ? new Promise((done) => setTimeout(done)) : undefined);

// What is asked in one go is sent in one request, and the text that it is about is sent once.
let waiting = [];
export function ask(verb, body) {
  open += 1;
  return new Promise((resolve, reject) => {
    waiting.push({ verb, body, resolve, reject });
    if (waiting.length === 1) queueMicrotask(send);
  });
}

async function send() {
  const asked = waiting;
  waiting = [];
  const text = asked.find(({ body }) => 'text' in body)?.body.text;
  const asks = asked.map(({ verb, body }) => [verb, 'text' in body && body.text === text ? { ...body, text: undefined } : body]);
  const told = await post({ text, asks });
  open -= asked.length;
  // Each promise is settled in any case, and all of them at once.
  troubled = Boolean(told.trouble);
  server.dispatchEvent(troubled ? new CustomEvent('trouble', { detail: told.trouble }) : new Event('fine'));
  asked.forEach(({ resolve, reject }, n) => (troubled ? reject(new Trouble(told.trouble.message)) : resolve(told.result[n])));
}

const MOST = 1 << 20; // octets, as the server takes
const trouble = (message, help, again) => ({ trouble: { message, help, again } });

async function post(asked) {
  const body = JSON.stringify(asked);
  if (body.length > MOST || new TextEncoder().encode(body).length > MOST) {
    return trouble('The text is too long for this page.', 'The command takes files of any length: superuri clean -i FILE.', false);
  }
  try {
    const answer = await fetch(`${base}api/many`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    if (answer.ok) return await answer.json();
    if (answer.status === 403) return trouble('The server was started again, at another address.', 'Open the address that it printed: this page goes on from there, and keeps the text.', true);
    return trouble(`The server cannot answer: ${(await answer.text()).trim()}.`, '', answer.status === 503);
  } catch {
    return trouble('The server does not answer.', 'Is superuri serve still running? The text is kept.', true);
  }
}

// Runs `work` again when it is asked for meanwhile: what is asked for in between is never asked of
// the server, and a late answer is marked as late and not drawn.
export function latest(work) {
  let asked = 0;
  let running = false;
  return async () => {
    asked += 1;
    if (running) return;
    running = true;
    working += 1;
    try {
      for (let mine = 0; mine !== asked;) {
        mine = asked;
        try {
          await work(() => mine !== asked);
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
