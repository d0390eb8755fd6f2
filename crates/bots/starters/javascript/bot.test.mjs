// node --test
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Board, Bot } from './bot.mjs';

test('runs are seen in every direction', () => {
  for (const [moves, won] of [['112233', false], ['1122334', true], ['1212121', true], ['12233434454', true], ['76655454434', true]]) {
    const board = new Board();
    for (const move of moves) board.play(move);
    assert.equal(board.won(), won, moves);
  }
});

test('it takes a win', () => {
  const bot = new Bot();
  assert.equal(bot.hear('poda 1').at(-1), 'ok');
  bot.hear('newgame connect4:6x7 seed 1');
  bot.hear('position turn 1 moves 1 1 2 2 3 3 legal 1 2 3 4 5 6 7');
  assert.deepEqual(bot.hear('go time 100'), ['bestmove 4']);
});

test('it plays any game', () => {
  const bot = new Bot();
  bot.hear('newgame dots:1x1 seed 1');
  bot.hear('position turn 1 moves h11 legal v11');
  assert.deepEqual(bot.hear('go'), ['bestmove v11']);
  assert.deepEqual(bot.hear('isready'), ['ready']);
  assert.deepEqual(bot.hear('something else'), []);
});
