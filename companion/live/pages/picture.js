'use strict';
// Sends a picture, shows what was read, and sends every answer with all that came before it: nothing is kept elsewhere.
const at = (id) => document.getElementById(id);
const words = at('words').dataset;
const query = `?lang=${document.documentElement.lang}`;
let steps = [];
let there = {};

function say(text) { at('said').textContent = text || ''; }

async function send(what, body, more = '') {
  try {
    const answer = await fetch(`${words.key}/${what}${query}${more}`, { method: 'POST', body });
    return await answer.json();
  } catch (error) {
    return { said: words.lost };
  }
}

function button(text, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', act);
  return made;
}

function question(asked) {
  const box = document.createElement('fieldset'), legend = document.createElement('legend');
  legend.textContent = asked.asked;
  box.append(legend);
  for (const option of asked.options) {
    const made = button(option.words, () => step(asked.key, option.value));
    if (option.board) {
      const drawn = document.createElement('span');
      drawn.innerHTML = option.board;
      made.append(drawn);
    }
    box.append(made);
  }
  if (asked.example) {
    const typed = document.createElement('input');
    typed.placeholder = asked.example;
    typed.size = 5;
    typed.inputMode = asked.example.includes(',') ? 'text' : 'numeric';
    typed.setAttribute('aria-label', asked.asked);
    box.append(typed, button(words.ok, () => step(asked.key, typed.value)));
  }
  return box;
}

function choices(list, rows) {
  const chosen = list.value;
  list.replaceChildren(...rows.map((row) => new Option(row.words, row.value)));
  if (rows.some((row) => row.value === chosen)) list.value = chosen;
}

function show(told) {
  say(told.said);
  if (told.said) return false;
  if (told.overlay) at('overlay').src = told.overlay;
  at('note').textContent = told.note;
  at('warnings').replaceChildren(...told.warnings.map((warning) => {
    const line = document.createElement('li');
    line.textContent = warning;
    return line;
  }));
  at('board').innerHTML = told.board;
  there = Object.fromEntries(told.spots.map((spot) => [spot.value, spot.there]));
  at('questions').replaceChildren(...told.questions.map(question));
  choices(at('spot'), told.spots);
  choices(at('count'), told.counts);
  at('count').value = there[at('spot').value];
  at('done').hidden = !told.ids.length;
  at('ids').replaceChildren(...told.ids.map((id) => {
    const line = document.createElement('p'), code = document.createElement('code');
    code.textContent = id;
    line.append(code);
    return line;
  }));
  at('keep').hidden = !told.keeps;
  at('advice').replaceChildren();
  at('undo').hidden = !steps.length;
  at('read').hidden = false;
  return true;
}

function choose(spot) {
  at('spot').value = spot;
  at('count').value = there[spot];
  for (const area of at('board').querySelectorAll('[data-spot]')) area.classList.toggle('chosen', area.dataset.spot === spot);
}

async function step(key, value) {
  const next = [...steps, [key, value.trim()]], before = steps;
  steps = next;
  if (!show(await send('steps', JSON.stringify(next)))) steps = before;
}

// Two of them: with "capture" a phone opens its camera and offers no pictures, without it some offer no camera.
for (const input of document.querySelectorAll('[type=file]')) {
  input.addEventListener('change', async () => {
    const [file] = input.files;
    if (!file) return;
    at('read').hidden = true;
    steps = [];
    say(words.reading);
    show(await send('file', file, `&game=${document.querySelector('[name=game]:checked').value}`));
    input.value = '';
  });
}

at('undo').addEventListener('click', async () => {
  steps = steps.slice(0, -1);
  show(await send('steps', JSON.stringify(steps)));
});

at('board').addEventListener('click', (event) => {
  const { spot } = event.target.dataset;
  if (!spot) return;
  choose(spot);
  at('count').focus();
});

at('spot').addEventListener('change', () => choose(at('spot').value));

at('correct').addEventListener('submit', (event) => {
  event.preventDefault();
  step('set', `${at('spot').value}=${at('count').value}`);
});

at('copy').addEventListener('click', () => {
  // Without HTTPS a browser gives no clipboard, but copies what is selected.
  const range = document.createRange(), chosen = getSelection();
  range.selectNodeContents(at('ids').querySelector('code'));
  chosen.removeAllRanges();
  chosen.addRange(range);
  if (document.execCommand('copy')) say(words.copied);
});

at('advise').addEventListener('click', async () => {
  at('advise').disabled = true;
  const told = await send('advice', JSON.stringify(steps));
  at('advise').disabled = false;
  say(told.said);
  at('advice').replaceChildren(...(told.rows || []).map((row) => {
    const line = document.createElement('tr');
    for (const cell of row) line.insertCell().textContent = cell;
    return line;
  }));
});

at('keep').addEventListener('click', async () => {
  at('keep').disabled = true;
  say((await send('puzzle', JSON.stringify(steps))).said);
  at('keep').disabled = false;
});
