import { expect, test } from 'vitest';
import { LiveText } from './live-text';
import { createMasker } from './masker';
import { secretBeginnings } from './secret-beginnings';
import type { TextPiece } from './text-piece';

const SECRET = 'sk-live-0123456789';

/** Collects the text that a watcher has after each piece. */
function watched(secrets: readonly string[]) {
  let nowMs = 0;
  const pieces: TextPiece[] = [];
  const seen: string[] = [''];
  const masker = createMasker(secrets.map((value) => ({ name: null, value })));
  const live = new LiveText(
    () => masker,
    () => nowMs,
    (piece) => {
      pieces.push(piece);
      seen.push(seen.at(-1)!.slice(0, piece.from) + piece.text);
    },
  );
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { live, masker, pieces, seen, pass };
}

test('a secret that is split over parts is never shown, not even its beginning', () => {
  for (let size = 1; size < SECRET.length + 3; size += 1) {
    const { live, seen, pass } = watched([SECRET, 'live']);
    const text = `The key is ${SECRET}, and ${Buffer.from(SECRET).toString('base64')}; sk-lost is none.`;
    const answer = live.watch(1);
    for (let at = 0; at < text.length; at += size) {
      pass(60);
      answer.add(text.slice(at, at + size));
    }
    for (const shown of seen) expect(shown).not.toMatch(/sk-liv|sk-live|c2stb/);
    expect(seen.at(-1)).toMatch(/^The key is \S+, and/);
    answer.end(text);
    expect(seen.at(-1)).toMatch(/^The key is \S+, and \S+; sk-lost is none\.$/);
  }
});

test('random texts are shown as the log masks them, wherever they are cut', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let round = 0; round < 500; round += 1) {
    const word = (length: number) => Array.from({ length }, () => 'ab'[random(2)]).join('');
    const secrets = Array.from({ length: 1 + random(3) }, () => word(6 + random(5)));
    const { live, masker, seen, pass } = watched(secrets);
    const text = word(60);
    const whole = masker.text(text);
    const answer = live.watch(1);
    for (let at = 0; at < text.length; ) {
      const length = 1 + random(6);
      pass(60);
      answer.add(text.slice(at, at + length));
      at += length;
      expect(whole.startsWith(seen.at(-1)!)).toBe(true);
    }
    answer.end(text);
    expect(seen.at(-1)).toBe(whole);
  }
});

test('there are 20 pieces a second at most, and the end brings what is missing', () => {
  const { live, pieces, seen, pass } = watched([]);
  const answer = live.watch(1);
  let text = '';
  for (let ms = 0; ms < 1_000; ms += 1) {
    pass(1);
    answer.add('word ');
    text += 'word ';
  }
  expect(pieces.length).toBeLessThanOrEqual(20);
  expect(seen.at(-1)!.length).toBeGreaterThan(text.length * 0.9);
  answer.end(text);
  expect(seen.at(-1)).toBe(text);
});

test('an answer that is cut off begins again in place of what was shown', () => {
  const { live, seen, pass } = watched([]);
  const lost = live.watch(1);
  lost.add('Lost words');
  pass(60);
  const again = live.watch(1);
  lost.add(' that come late');
  again.add('Good ');
  again.end('Good day.');
  expect(seen.at(-1)).toBe('Good day.');
});

test('a very long answer stops growing, and nothing comes once the block has ended', () => {
  const { live, seen, pass } = watched([]);
  const answer = live.watch(1);
  answer.add('x'.repeat(150_000));
  pass(60);
  answer.add('y'.repeat(150_000));
  answer.end('z'.repeat(300_000));
  expect(seen.at(-1)).toHaveLength(150_000);
  live.close();
  live.watch(2).add('more');
  expect(seen.at(-1)).toHaveLength(150_000);
});

test('a short secret that is the whole text is never shown; too many secrets show nothing', () => {
  const short = watched(['abc']);
  const answer = short.live.watch(1);
  for (const letter of 'abc') {
    short.pass(60);
    answer.add(letter);
  }
  expect(short.seen.join('')).toBe('');
  answer.end('abc');
  expect(short.seen.at(-1)).toBe('***');
  const longer = short.live.watch(2);
  for (const part of ['ab', 'c', ' abc']) {
    short.pass(60);
    longer.add(part);
  }
  expect(short.seen.at(-1)).toBe('abc abc');
  expect(secretBeginnings(['x'.repeat(200_001)])).toBeNull();
});
