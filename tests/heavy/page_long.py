"""Long text on the page: how long frames take, and how soon the page is settled, in a browser.

    PYTHONPATH=tests python -m heavy.page_long [TIMES]

100 KB are pasted, and then letters are typed into them, in each tool. A frame's time is the time
between two animation frames, and the longest task that the browser reports. The figures are the
best of some repetitions: other work on the machine only adds to them.
"""

import os
import sys

from kit import web
from kit.web import TABS

#: Texts of 100 KB: ordinary ones, and difficult ones.
KB = 100_000
TEXTS = {
    "plain": "http://e.com/" + "a" * KB,
    "query": "http://e.com/?" + "key=value%20of%20it&" * (KB // 20),
    "segments": "http://e.com/" + "segment/" * (KB // 8),
    "dirty": "http://e.com/?q=" + "caf\u00e9 au lait " * (KB // 14),
    "strays": "%" * KB,
    "nested": "http://e.com/?u=" + "http%3A%2F%2Fe.com%2F%3Fu%3D" * (KB // 28),
    "japanese": "https://e.com/" + "\u65e5\u672c\u8a9e/" * (KB // 10),
}

# Counts frames and long tasks from now on; `stop` returns milliseconds.
WATCH = """() => {
  const seen = { frames: [], tasks: [] };
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration);
  });
  observer.observe({ entryTypes: ['longtask'] });
  let before = performance.now();
  let on = true;
  const frame = (now) => {
    seen.frames.push(now - before);
    before = now;
    if (on) requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => { before = now; requestAnimationFrame(frame); });
  window.stop_watching = async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    on = false;
    for (const { duration } of observer.takeRecords()) seen.tasks.push(duration);
    observer.disconnect();
    return [Math.max(0, ...seen.frames), Math.max(0, ...seen.tasks)];
  };
}"""
# From the input until everything is drawn.
ACT = """async ([text, typed]) => {
  const { settled } = await import('./api.js');
  const box = document.getElementById('text');
  box.focus();
  if (!typed) box.select();
  const begun = performance.now();
  document.execCommand('insertText', false, text);
  await settled();
  return performance.now() - begun;
}"""


def measured(page, text, *, typed=False):
    """Milliseconds of the longest frame and the longest task, and until the page is settled."""
    page.evaluate(WATCH)
    took = page.evaluate(ACT, [text, typed])
    return [*page.evaluate("window.stop_watching()"), took]


def figures(values):
    return " ".join(f"{value:7.0f}" for value in values)


def main(times):
    """Print the figures of each text in each tool."""
    load = os.getloadavg()[0]
    print(f"best of {times}, load {load:.1f}; milliseconds: longest frame, longest task, settled")
    worst = [0.0, 0.0, 0.0]
    with web.serving() as server, web.browsing(print) as browser:
        page, watch = web.opened(browser, server, viewport={"width": 1400, "height": 900})
        for tab in TABS:
            for name, text in TEXTS.items():
                web.put(page, "")
                web.show(page, tab)
                rows = {"pasted": [], "typed": []}
                for n in range(times):
                    rows["pasted"].append(measured(page, text + "x" * n))
                    rows["typed"].append(measured(page, "y", typed=True))
                for act, found in rows.items():
                    best = [min(column) for column in zip(*found, strict=True)]
                    worst = [max(pair) for pair in zip(worst, best, strict=True)]
                    print(f"{tab:8} {name:9} {act:7}", figures(best), flush=True)
        watch.assert_quiet()
    print(f"{'worst':26}", figures(worst))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
