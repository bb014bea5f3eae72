"""The style sheet and the script of a pack's page: one turn at a time; without a script all turns are shown."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root { color-scheme: light dark; --line: #8886; --soft: #8882; --bad: #b3261e; --link: #1a5fb4 }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --link: #8ab4f8 } }
* { box-sizing: border-box }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 76rem; margin: 0 auto; padding: 1rem;
  overflow-wrap: break-word }
h1 { font-size: 1.4rem; margin: 0 } h2 { font-size: 1.15rem; margin: 1.4rem 0 .4rem }
h3 { font-size: 1rem; margin: 1rem 0 .2rem } p { margin: .3rem 0 } a { color: var(--link) }
.note { opacity: .75; font-size: .9rem }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.steps { display: none } .stepping .steps { display: flex; gap: .5rem; position: sticky; top: 0; padding: .5rem 0;
  background: Canvas; z-index: 1 }
.steps select { flex: 1; min-width: 0 }
button, select { font: inherit; min-height: 2.75rem; padding: .3rem .9rem; border: 1px solid var(--line);
  border-radius: .4rem; background: var(--soft); color: inherit; cursor: pointer }
button:disabled { opacity: .4; cursor: default } option, optgroup { background: Canvas; color: CanvasText }
.keys { display: none } @media (hover: hover) { .stepping .keys { display: block } }
.stepping .turn { display: none } .stepping .turn.now { display: block }
.turn { scroll-margin-top: 4.5rem } .turn h2 { margin-top: .6rem } .played { font-size: 1.1rem }
.dot { display: inline-block; width: .75em; height: .75em; margin-right: .4em; border-radius: 50%;
  border: 1px solid #888 }
.dot.light { background: #f6efdd } .dot.dark { background: #43261a }
.mark { display: inline-block; margin-right: .4rem; padding: 0 .5rem; border: 1px solid var(--bad); border-radius: 1rem;
  color: var(--bad); font-size: .9rem }
.clock { font-variant-numeric: tabular-nums }
.boards, .pictures, .moments { display: grid; gap: .8rem; margin-top: .8rem }
.boards { grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)) }
.pictures { grid-template-columns: repeat(auto-fit, minmax(min(14rem, 45%), 1fr)) }
.moments { gap: .5rem; grid-template-columns: repeat(auto-fill, minmax(min(9rem, 30%), 1fr)) }
figure { margin: 0; max-width: 32rem } figure svg, figure img { display: block; width: 100%; height: auto }
figure img { min-height: 3rem; background: var(--soft); border-radius: .3rem }
figcaption { font-size: .85rem; opacity: .8; font-variant-numeric: tabular-nums }
.events { padding: 0; margin: 0; list-style: none } .events li { padding: .15rem 0 }
.events time { opacity: .75; font-variant-numeric: tabular-nums; margin-right: .4rem } .ruling { color: var(--bad) }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums } .wide { overflow-x: auto }
th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top }
td { min-width: 4rem } code, dd { overflow-wrap: anywhere } code { font-size: .8rem }
dl { display: grid; grid-template-columns: minmax(0, max-content) minmax(0, 1fr); gap: .1rem 1rem; font-size: .9rem }
dt { opacity: .75 } dd { margin: 0 } summary { cursor: pointer; padding: .4rem 0 }
@media (max-width: 30rem) { table { font-size: .82rem } th, td { padding: .3rem .2rem } td { min-width: 0 } }
@media print {
  body { max-width: none; padding: 0; font-size: 11px } .steps, .keys { display: none !important }
  .stepping .turn { display: block } .turn, figure, tr { break-inside: avoid } h2, h3 { break-after: avoid }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
"""

SCRIPT: Final = """
const turns = [...document.querySelectorAll(".turn")];
if (turns.length) {
  const list = document.getElementById("turns"), said = document.getElementById("now");
  const back = document.getElementById("before"), on = document.getElementById("next");
  let at = -1;
  const go = place => {
    if (place < 0 || place >= turns.length || place === at) return;
    turns.forEach((turn, number) => turn.classList.toggle("now", number === place));
    said.textContent = at < 0 ? "" : turns[place].querySelector("h2").textContent + ". "
      + turns[place].querySelector(".played").textContent;
    at = place;
    list.value = turns[at].id;
    back.disabled = at === 0;
    on.disabled = at === turns.length - 1;
  };
  const step = by => {
    go(at + by);
    history.replaceState(null, "", "#" + turns[at].id);
  };
  const asked = () => turns.findIndex(turn => turn.id === location.hash.slice(1));
  document.body.classList.add("stepping");
  go(Math.max(asked(), 0));
  back.onclick = () => step(-1);
  on.onclick = () => step(1);
  list.onchange = () => step(list.selectedIndex - at);
  addEventListener("hashchange", () => { if (asked() >= 0) { go(asked()); turns[at].scrollIntoView() } });
  addEventListener("keydown", event => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by && event.target !== list && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      step(by);
    }
  });
  addEventListener("beforeprint", () => document.querySelectorAll("img").forEach(img => { img.loading = "eager" }));
}
"""
