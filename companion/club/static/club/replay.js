'use strict';
// Steps through a match without loading the whole page again: by the links, and by the arrow keys.
async function step(address, again) {
  const answer = await fetch(address);
  if (!answer.ok) { location.href = address; return; }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const old = document.getElementById('replay'), replay = page.getElementById('replay');
  if (!replay) { location.href = address; return; }
  const scrolled = old.querySelector('.turns').scrollTop;
  const said = old.querySelector('.said'), words = replay.querySelector('.said').innerHTML;
  replay.querySelector('.said').replaceWith(said);  // it stays, so that what changes in it is spoken
  old.replaceChildren(...replay.childNodes);
  said.innerHTML = words;
  const turns = old.querySelector('.turns'), here = turns.querySelector('[aria-current]');
  turns.scrollTop = scrolled;
  if (here) {
    const top = here.offsetTop - turns.offsetTop;
    if (top < turns.scrollTop || top + here.offsetHeight > turns.scrollTop + turns.clientHeight) turns.scrollTop = top - turns.clientHeight / 2;
  }
  history.replaceState(null, '', address);
  const focus = again && (old.querySelector(again) || here);
  if (focus) focus.focus({ preventScroll: true });
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('#replay a');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const rel = link.getAttribute('rel');
  step(link.href, rel ? `[rel="${rel}"]` : '.turns [aria-current]');
});

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea')) return;
  const rel = { ArrowLeft: 'prev', ArrowRight: 'next' }[event.key];
  const link = rel && document.querySelector(`#replay [rel="${rel}"]`);
  if (link) { event.preventDefault(); step(link.href, null); }
});
