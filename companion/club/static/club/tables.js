'use strict';
// Shows the tables as the server sends them: all of them first, then each that has changed.  Nothing is lost: the
// browser connects again by itself and says what it had last.
const AGAIN_MS = 3000;
const list = document.getElementById('tables'), lost = document.getElementById('lost');
const none = document.getElementById('none'), log = document.getElementById('log');

function placeOf(id, after) {
  let place = list.querySelector(`[data-table="${id}"]`);
  if (!place) {
    place = document.createElement('li');
    place.dataset.table = id;
    if (after === undefined) list.append(place);
  }
  return place;
}

function fill(place, html) {
  const before = place.querySelector('.last'), had = before ? before.textContent : '';
  const focused = place.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  place.innerHTML = html;
  if (focused) place.querySelector(`[href="${focused}"]`)?.focus();
  const last = place.querySelector('.last').textContent;
  if (log && last && last !== had) {
    const line = document.createElement('p');
    line.textContent = last;
    log.append(line);
    while (log.children.length > 50) log.firstElementChild.remove();
  }
}

function show(news) {
  lost.textContent = '';
  if (news.whole) {
    const there = new Set(news.tables.map((table) => String(table.id)));
    for (const place of [...list.children]) if (!there.has(place.dataset.table)) place.remove();
    news.tables.forEach((table, at) => {
      const place = placeOf(table.id, at);
      if (list.children[at] !== place) list.insertBefore(place, list.children[at] || null);
    });
  }
  for (const table of news.tables) {
    if (table.html === null) list.querySelector(`[data-table="${table.id}"]`)?.remove();
    else fill(placeOf(table.id), table.html);
  }
  none.hidden = list.children.length > 0;
  tick();
}

function tick() {
  for (const clock of list.querySelectorAll('[data-left]')) {
    const card = clock.closest('.card');
    const passed = Date.now() / 1000 - Number(card.dataset.revision) / 1e6 - Number(card.dataset.delay);
    const left = Math.ceil(Math.max(0, Number(clock.dataset.left) - Math.max(0, passed)));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  }
}

function open() {
  const source = new EventSource(list.dataset.events);
  source.onmessage = (event) => show(JSON.parse(event.data));
  source.onerror = () => {
    lost.textContent = lost.dataset.words;
    if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN_MS);
  };
}

setInterval(tick, 500);
open();
