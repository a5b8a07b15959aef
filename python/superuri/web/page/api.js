// How is the server asked, and which answers count?

let open = 0;
let working = 0;

// When nothing is asked and nothing is drawn any more.
export async function settled() {
  do await new Promise((resolve) => setTimeout(resolve, 0)); while (open || working);
}

export async function ask(verb, body) {
  open += 1;
  try {
    const answer = await fetch(`api/${verb}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status === 413) return failed('the text is too long for this page', 'the command takes files of any length: superuri clean -i FILE');
    if (!answer.ok) return failed((await answer.text()).trim(), '');
    return await answer.json();
  } catch {
    return failed('the server does not answer', 'is superuri serve still running?');
  } finally {
    open -= 1;
  }
}

const failed = (message, help) => ({ error: { message, help, code: '', start: 0, end: 0 } });

// Runs `work` again when it is asked for meanwhile: what is asked for in between is never asked of
// the server, and what is answered too late is told so and not drawn.
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
