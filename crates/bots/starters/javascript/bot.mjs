// A small bot for Poda. It takes a win that it sees and plays at random otherwise, until you teach it more: see minimax().
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const NAME = 'javascript-starter';
const VERSION = '1';
const GAMES = 'connect4 dots tictactoe';
const DEPTH = 1; // how many moves minimax looks ahead; raise it when you have filled minimax in
const COLUMNS = '123456789abc'; // columns as they are sent

let chance = 1; // begins with the seed of a game: the same seed, the same moves

/** One of them, by chance (xorshift: no dependency). */
function anyOf(list) {
  chance ^= chance << 13;
  chance ^= chance >>> 17;
  chance ^= chance << 5;
  return list[(chance >>> 0) % list.length];
}

/** Connect 4: cells[column] lists the players' numbers from the bottom up. */
export class Board {
  constructor(rows = 6, columns = 7, run = 4) {
    Object.assign(this, { rows, run, line: [] });
    this.cells = Array.from({ length: columns }, () => []);
  }

  /** connect4:6x7,connect=5 */
  static fromSpec(spec) {
    const [size, ...more] = spec.split(':')[1].split(',');
    const [rows, columns] = size.split('x').map(Number);
    const { connect = 4 } = Object.fromEntries(more.map((part) => part.split('=')));
    return new Board(rows, columns, Number(connect));
  }

  moves() {
    return [...COLUMNS].filter((_, column) => this.cells[column]?.length < this.rows);
  }

  play(move) {
    const column = COLUMNS.indexOf(move);
    this.cells[column].push(this.line.length % 2);
    this.line.push(column);
  }

  undo() {
    this.cells[this.line.pop()].pop();
  }

  /** Whether the last piece has completed a run. */
  won() {
    if (this.line.length === 0) return false;
    const column = this.line.at(-1);
    const row = this.cells[column].length - 1;
    const player = this.cells[column][row];
    return [[1, 0], [0, 1], [1, 1], [1, -1]].some(([dx, dy]) => {
      let count = 1;
      for (const sign of [1, -1]) {
        let step = sign;
        while (this.cells[column + step * dx]?.[row + step * dy] === player) {
          count += 1;
          step += sign;
        }
      }
      return count >= this.run;
    });
  }
}

/** What the position is worth to whoever moves next: 1 a win, -1 a loss, 0 a draw or unknown. */
function minimax(board, depth) {
  if (board.won()) return -1; // whoever moved last has won
  if (depth === 0 || board.moves().length === 0) return 0;
  // YOUR TURN. Play each move, ask minimax(board, depth - 1) what the position is then worth to the other player, take the
  // move back, and return the best value from your own view (the other's value with its sign changed). Then raise DEPTH.
  return 0;
}

/** The moves that are worth most, one of them at random. */
function choose(board) {
  const values = board.moves().map((move) => {
    board.play(move);
    const value = -minimax(board, DEPTH - 1);
    board.undo();
    return { move, value };
  });
  const best = Math.max(...values.map(({ value }) => value));
  return anyOf(values.filter(({ value }) => value === best)).move;
}

/** Takes a line of the protocol and returns the lines to answer with. */
export class Bot {
  spec = '';
  position = { turn: [], moves: [], legal: [] };

  hear(line) {
    const [message, ...words] = line.trim().split(/\s+/);
    switch (message) {
      case 'poda':
        return [`id name ${NAME}`, `id version ${VERSION}`, `games ${GAMES}`, 'ok'];
      case 'isready':
        return ['ready'];
      case 'newgame':
        [this.spec] = words;
        if (words[1] === 'seed') chance = Number(BigInt(words[2]) % 4294967291n) | 0 || 1;
        return [];
      case 'position': {
        this.position = { turn: [], moves: [], legal: [] };
        let key = 'turn';
        for (const word of words) {
          if (word in this.position) key = word;
          else this.position[key].push(word);
        }
        return [];
      }
      case 'go':
        return [`bestmove ${this.think()}`];
      default:
        return [];
    }
  }

  think() {
    if (!this.spec.startsWith('connect4') || this.spec.includes('players=')) return anyOf(this.position.legal);
    const board = Board.fromSpec(this.spec);
    for (const move of this.position.moves) board.play(move);
    return choose(board);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const bot = new Bot();
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === 'quit') process.exit();
    for (const answer of bot.hear(line)) process.stdout.write(`${answer}\n`);
  }
}
