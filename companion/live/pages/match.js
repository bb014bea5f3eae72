'use strict';
// Looks again for the analysis until it is ready: it takes minutes, and a page that is read need not be loaded anew.
const AGAIN_MS = 3000;
const decisions = document.getElementById('decisions');

function take(page) {
  const fresh = page.getElementById('decisions');
  if (!fresh) return;
  for (const place of ['progress', 'found']) {
    document.getElementById(place).replaceChildren(...page.getElementById(place).childNodes);
  }
  const said = document.getElementById('judging'), words = page.getElementById('judging').textContent;
  if (said.textContent !== words) said.textContent = words;
  decisions.dataset.judging = fresh.dataset.judging;
}

async function look() {
  try {
    const answer = await fetch(location.href);
    if (answer.ok) take(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  } catch (error) { /* the server is away: the next look tells */ }
  if (decisions.dataset.judging === 'runs') setTimeout(look, AGAIN_MS);
}

if (decisions.dataset.judging === 'runs') setTimeout(look, AGAIN_MS);
