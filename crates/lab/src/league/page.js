'use strict';
// Draws what the data says: which places a move took. It knows no rules.
const data = JSON.parse(document.getElementById('data').textContent);
const at = (id) => document.getElementById(id);
const { rows, columns, kind } = data.board;
const SIZE = 100;
const EDGE = 30;
const shown = { game: null, ply: 0, list: [] };

const names = (game) => game.seats.map((seat) => data.names[seat]);
const result = (game) => (game.winner === null ? 'a draw' : `${names(game)[game.winner]} wins`);

const middle = (row, column) => [EDGE + column * SIZE + SIZE / 2, EDGE + row * SIZE + SIZE / 2];

function piece(row, column, player) {
  const [x, y] = middle(row, column);
  if (player === null) return `<circle class="empty" cx="${x}" cy="${y}" r="42"/>`;
  return `<g class="p${player}" transform="translate(${x} ${y})"><circle r="42"/><path class="mark" d="${data.marks[player]}"/></g>`;
}

/** The winning pieces at the end of a game; before it, and where none were, what the last move took. */
function rings(game, ply) {
  const ring = (look, radius, [row, column]) => {
    const [x, y] = middle(row, column);
    return `<circle class="${look}" cx="${x}" cy="${y}" r="${radius}"/>`;
  };
  if (ply === game.moves.length && game.won.length > 0)
    return [...game.won.map((place) => ring('behind', 43, place)), ...game.won.map((place) => ring('won', 43, place))].join('');
  return (game.moves[ply - 1]?.c ?? []).map((place) => ring('last', 44, place)).join('');
}

/** The ends of an edge such as h12 or v31. */
function edge(name) {
  const row = Number(name[1]) - 1;
  const column = Number(name[2]) - 1;
  const across = name[0] === 'h';
  const place = (r, c) => [EDGE + c * SIZE, EDGE + r * SIZE];
  return [place(row, column), across ? place(row, column + 1) : place(row + 1, column)];
}

function draw() {
  const { game, ply } = shown;
  const owners = new Map();
  for (const step of game.moves.slice(0, ply)) for (const place of step.c) owners.set(String(place), step.p);
  let svg = '';
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const owner = owners.get(`${row},${column}`) ?? null;
      if (kind === 'grid' || owner !== null) svg += piece(row, column, owner);
    }
  }
  svg += rings(game, ply);
  if (kind === 'boxes') {
    for (const [number, step] of game.moves.slice(0, ply).entries()) {
      const [[x1, y1], [x2, y2]] = edge(step.m);
      const fresh = number === ply - 1 ? ' new' : '';
      svg += `<line class="line line${step.p}${fresh}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
    }
    for (let row = 0; row <= rows; row += 1)
      for (let column = 0; column <= columns; column += 1)
        svg += `<circle class="dot" cx="${EDGE + column * SIZE}" cy="${EDGE + row * SIZE}" r="9"/>`;
  }
  at('board').setAttribute('viewBox', `0 0 ${columns * SIZE + 2 * EDGE} ${rows * SIZE + 2 * EDGE}`);
  at('board').innerHTML = svg;
  tell();
}

function tell() {
  const { game, ply } = shown;
  const [first, second] = names(game);
  let text = `${first} (○) – ${second} (×): `;
  if (ply === game.moves.length) text += result(game) + (game.forfeit ? `, ${game.forfeit}` : '');
  else if (ply === 0) text += 'the start';
  else text += `move ${ply} of ${game.moves.length}, ${game.moves[ply - 1].m} by ${names(game)[game.moves[ply - 1].p]}`;
  if (ply > 0 && ply <= game.opened) text += ' (opening)';
  at('what').textContent = text;
  at('moves').replaceChildren(
    ...game.moves.flatMap((step, number) => {
      const word = document.createElement(number === ply - 1 ? 'b' : 'span');
      word.textContent = step.m;
      return [word, ' '];
    }),
  );
  at('start').disabled = at('back').disabled = ply === 0;
  at('on').disabled = at('end').disabled = ply === game.moves.length;
}

function go(ply) {
  if (!shown.game) return;
  shown.ply = Math.min(Math.max(ply, 0), shown.game.moves.length);
  draw();
}

function open(number) {
  shown.game = data.games[number];
  for (const link of at('list').querySelectorAll('a')) {
    if (link.hash === `#game-${number}`) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  go(shown.game.moves.length);
}

/** The games of one player, or of two. */
function list(one, other) {
  at('one').value = one;
  at('other').value = other;
  const has = (game, who) => who === '' || game.seats.includes(Number(who));
  const both = (game) => has(game, one) && has(game, other) && (one !== other || one === '');
  const found = [...data.games.entries()].filter(([, game]) => both(game)).slice(0, 2000);
  at('list').replaceChildren(
    ...found.map(([number, game]) => {
      const [item, link] = [document.createElement('li'), document.createElement('a')];
      link.href = `#game-${number}`;
      link.textContent = `${names(game).join(' – ')}: ${result(game)}${game.forfeit ? ' (forfeit)' : ''}`;
      item.append(link);
      return item;
    }),
  );
  return found;
}

/** The address says what is shown: a game, or the games of a pair. */
function follow() {
  const pair = location.hash.match(/^#pair-(\d+)-(\d+)$/);
  const game = location.hash.match(/^#game-(\d+)$/);
  if (pair) {
    const found = list(pair[1], pair[2]);
    if (found.length > 0) open(found[0][0]);
    at('games').scrollIntoView();
  } else if (game && data.games[game[1]]) {
    const number = Number(game[1]);
    if (!at('list').querySelector(`a[href="#game-${number}"]`)) list(...data.games[number].seats.map(String));
    open(number);
  }
}

for (const select of ['one', 'other']) {
  at(select).append(new Option('everybody', ''), ...data.names.map((name, place) => new Option(name, place)));
  at(select).addEventListener('change', () => list(at('one').value, at('other').value));
}
at('start').addEventListener('click', () => go(0));
at('back').addEventListener('click', () => go(shown.ply - 1));
at('on').addEventListener('click', () => go(shown.ply + 1));
at('end').addEventListener('click', () => go(Infinity));
document.addEventListener('keydown', (event) => {
  if (event.target.closest('select') || event.altKey || event.ctrlKey || event.metaKey) return;
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  if (event.key in steps) {
    event.preventDefault();
    go(shown.ply + steps[event.key]);
  }
});
window.addEventListener('hashchange', follow);
list('', '');
if (data.games.length > 0) open(0);
follow();
