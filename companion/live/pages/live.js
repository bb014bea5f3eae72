'use strict';
// Shows what the server sends: the whole state first, then each change.  It loses nothing: the browser connects again
// by itself and says which entry of the journal it had last.
const LONGEST = 1000, AGAIN_MS = 3000;
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

function isAfter(turn, other) {
  return turn[0] !== other[0] ? turn[0] > other[0] : turn[1] > other[1];
}

function tell(said, places, whole) {
  if (!turns) return;
  const log = turns.parentElement;
  if (whole) {  // what was before is not spoken again
    log.setAttribute('aria-live', 'off');
    turns.replaceChildren();
    setTimeout(() => log.setAttribute('aria-live', 'polite'), 1000);
  }
  said.forEach((words, at) => {  // each behind what stands already of its turn: a correction comes long after its play
    const line = document.createElement('li');
    line.textContent = words;
    line.dataset.turn = places[at].join('.');
    let before = turns.lastElementChild;
    while (before && isAfter(before.dataset.turn.split('.').map(Number), places[at])) before = before.previousElementSibling;
    if (before) before.after(line); else turns.prepend(line);
  });
  while (turns.children.length > LONGEST) turns.firstElementChild.remove();
  let last = '';
  for (const line of turns.children) {
    line.classList.toggle('first', line.dataset.turn !== last);
    last = line.dataset.turn;
  }
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
  tell(news.said, news.turns, news.whole);
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
