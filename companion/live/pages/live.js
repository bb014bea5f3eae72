'use strict';
// Shows what the server sends: the whole state first, then each change.  It loses nothing: the browser connects again
// by itself and says which entry of the journal it had last.
const LONGEST = 200, AGAIN_MS = 3000;
const root = document.querySelector('.build') ? '../' : '';
const language = document.documentElement.lang, lost = document.getElementById('lost');
const turns = document.getElementById('turns');
const shown = new Map();
let match = Number(document.documentElement.dataset.match), clock = null, clockAt = 0;

function fill(parts) {
  for (const [part, html] of Object.entries(parts)) {
    if (shown.get(part) === html) continue;
    shown.set(part, html);
    for (const place of document.querySelectorAll(`[data-part="${part}"]`)) place.innerHTML = html;
  }
}

function tell(said, whole) {
  if (!turns) return;
  const log = turns.parentElement;
  if (whole) {  // what was before is not spoken again
    log.setAttribute('aria-live', 'off');
    turns.replaceChildren();
    setTimeout(() => log.setAttribute('aria-live', 'polite'), 1000);
  }
  for (const words of said) {
    const line = document.createElement('li');
    line.textContent = words;
    turns.append(line);
  }
  while (turns.children.length > LONGEST) turns.firstElementChild.remove();
  log.scrollTop = log.scrollHeight;
}

function tick() {
  if (!clock || !clock.left_s) return;
  const passed = clock.runs ? Math.max(0, (performance.now() - clockAt) / 1000 - clock.delay_left_s) : 0;
  ['light', 'dark'].forEach((side, at) => {
    const left = Math.max(0, Math.ceil(clock.left_s[at] - (clock.runs === side ? passed : 0)));
    const words = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    for (const place of document.querySelectorAll(`[data-part="${side}-clock"]`)) place.textContent = words;
  });
}

function show(news, source) {
  if (lost) lost.textContent = '';
  tell(news.said, news.whole);
  if (!news.parts) return;
  fill(news.parts);
  for (const place of document.querySelectorAll('[data-act]')) place.dataset.act = news.state ? news.state.to_act || '' : '';
  clock = news.state && news.state.clock;
  clockAt = performance.now() - 1000 * (news.age_s || 0);
  tick();
  if (match !== news.match) {  // so that a connection made again names the match that it knows
    match = news.match;
    source.close();
    open();
  }
}

function open() {
  const source = new EventSource(`${root}events?lang=${language}&match=${match}`);
  source.onmessage = (event) => show(JSON.parse(event.data), source);
  source.onerror = () => {
    if (lost) lost.textContent = lost.dataset.words;
    if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN_MS);
  };
}

setInterval(tick, 250);
open();
