// How is the server asked, and which answers count?

let open = 0;
let working = 0;

// When nothing is asked and nothing is drawn any more.
export async function settled() {
  do await new Promise((resolve) => setTimeout(resolve, 0)); while (open || working);
}

// What is asked in one go is sent in one request, and the text that it is about is sent once.
let waiting = [];
export function ask(verb, body) {
  open += 1;
  return new Promise((resolve) => {
    waiting.push({ verb, body, resolve });
    if (waiting.length === 1) queueMicrotask(send);
  });
}

async function send() {
  const asked = waiting;
  waiting = [];
  const text = asked.find(({ body }) => 'text' in body)?.body.text;
  const asks = asked.map(({ verb, body }) => [verb, 'text' in body && body.text === text ? { ...body, text: undefined } : body]);
  const told = await post({ text, asks });
  asked.forEach(({ resolve }, n) => {
    open -= 1;
    resolve(told.error ? told : told.result[n]);
  });
}

const MOST = 1 << 20; // octets, as the server takes
const LONG = ['the text is too long for this page', 'the command takes files of any length: superuri clean -i FILE'];

async function post(asked) {
  const body = JSON.stringify(asked);
  if (body.length > MOST || new TextEncoder().encode(body).length > MOST) return failed(...LONG);
  try {
    const answer = await fetch('api/many', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (!answer.ok) return failed((await answer.text()).trim(), '');
    return await answer.json();
  } catch {
    return failed('the server does not answer', 'is superuri serve still running?');
  }
}

const failed = (message, help) => ({ error: { message, help, code: '', start: 0, end: 0 } });

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
        await work(() => mine !== asked);
      }
    } finally {
      running = false;
      working -= 1;
    }
  };
}
