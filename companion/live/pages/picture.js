'use strict';
// Sends a picture, shows what was read, and sends every answer with all that came before it: nothing is kept elsewhere.
const at = (id) => document.getElementById(id);
const words = document.body.dataset;
const query = `?lang=${document.documentElement.lang}`;
let steps = [];

function say(text) { at('said').textContent = text || ''; }

async function send(what, body) {
  try {
    const answer = await fetch(`${words.key}/${what}${query}`, { method: 'POST', body });
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
  at('notes').replaceChildren(...told.notes.map((note) => {
    const line = document.createElement('li');
    line.textContent = note;
    return line;
  }));
  at('board').innerHTML = told.board;
  at('questions').replaceChildren(...told.questions.map(question));
  choices(at('spot'), told.spots);
  choices(at('count'), told.counts);
  at('done').hidden = !told.xgid;
  at('xgid').textContent = told.xgid || '';
  at('gnu').textContent = told.gnu || '';
  at('advice').replaceChildren();
  at('undo').hidden = !steps.length;
  at('read').hidden = false;
  return true;
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
    show(await send('file', file));
    input.value = '';
  });
}

at('undo').addEventListener('click', async () => {
  steps = steps.slice(0, -1);
  show(await send('steps', JSON.stringify(steps)));
});

at('correct').addEventListener('submit', (event) => {
  event.preventDefault();
  step('set', `${at('spot').value}=${at('count').value}`);
});

at('copy').addEventListener('click', () => {
  // Without HTTPS a browser gives no clipboard, but copies what is selected.
  const range = document.createRange(), chosen = getSelection();
  range.selectNodeContents(at('xgid'));
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
