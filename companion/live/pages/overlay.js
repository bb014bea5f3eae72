'use strict';
// Places and colours the panel as the address says, and on the other page builds that address.
const panel = document.querySelector('.panel'), form = document.getElementById('build');
const COLOUR = /^[0-9a-f]{6}([0-9a-f]{2})?$/i, PLACES = ['tl', 'tr', 'bl', 'br'], HIDDEN = ['board', 'clock', 'last'];

function dress(asked) {
  for (const name of ['ink', 'back', 'accent']) {
    if (COLOUR.test(asked.get(name) || '')) panel.style.setProperty(`--${name}`, `#${asked.get(name)}`);
  }
  const size = Number(asked.get('size') || 100);
  if (size >= 25 && size <= 400) panel.style.setProperty('--size', size / 100);
  if (PLACES.includes(asked.get('at'))) panel.dataset.at = asked.get('at');
  panel.dataset.hide = (asked.get('hide') || '').split(',').filter((part) => HIDDEN.includes(part)).join(' ');
}

function built() {
  const chosen = new FormData(form), asked = new URLSearchParams();
  for (const name of ['lang', 'at', 'size']) asked.set(name, chosen.get(name));
  for (const name of ['ink', 'back', 'accent']) asked.set(name, chosen.get(name).slice(1));
  const hidden = HIDDEN.filter((part) => !chosen.has(part));
  if (hidden.length) asked.set('hide', hidden.join(','));
  return asked;
}

function build() {
  const frame = document.querySelector('.frame'), asked = built();
  dress(asked);
  frame.firstElementChild.style.setProperty('--shrunk', frame.clientWidth / 1920);
  document.getElementById('address').value = new URL(`../overlay?${asked}`, location.href).href;
}

if (form) {
  form.addEventListener('input', build);
  form.addEventListener('submit', (event) => event.preventDefault());
  document.getElementById('address').addEventListener('focus', (event) => event.target.select());
  window.addEventListener('resize', build);
  build();
} else {
  dress(new URLSearchParams(location.search));
}
