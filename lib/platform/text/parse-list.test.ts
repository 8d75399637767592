import { describe, expect, it } from 'vitest';
import { countTurns } from '../testing/count-turns';
import { parseExact } from './exact-number';
import { itemsOf, parseListInTurns } from './parse-list';
import { MOST_IN_A_TURN } from './slices-of-text';

describe('the items of a JSON list', () => {
  it.each([
    ['[]', []],
    [' [ ] ', []],
    ['[1]', ['1']],
    [
      '[1, "a,]" ,{"b":[1,2],"c":"}"}, [[], {}], null]',
      ['1', '"a,]"', '{"b":[1,2],"c":"}"}', '[[], {}]', 'null'],
    ],
    [
      String.raw`["\"","\\","\\\",",{"\"]":"\\"}]`,
      [String.raw`"\""`, String.raw`"\\"`, String.raw`"\\\","`, String.raw`{"\"]":"\\"}`],
    ],
  ])('are cut from %s', (json, items) => {
    expect([...itemsOf(json)]).toEqual(items);
  });
});

describe('a long JSON list', () => {
  it('is parsed to the same values', async () => {
    const values = Array.from({ length: 2_000 }, (_, n) => ({
      n,
      text: `"[${'x'.repeat(200)}\\`,
      all: [n, { n }],
    }));
    const json = JSON.stringify(values);
    expect(json.length).toBeGreaterThan(MOST_IN_A_TURN);
    expect(await parseListInTurns(json)).toEqual(values);
  });

  it('keeps the digits of numbers', async () => {
    const json = `[${'{"id":12345678901234567890},'.repeat(12_000)}1]`;
    expect(await parseListInTurns(json)).toEqual(parseExact(json));
  });

  it('yields to the event loop', async () => {
    const json = JSON.stringify(Array(40).fill('x'.repeat(MOST_IN_A_TURN / 4)));
    const turns = countTurns();
    await parseListInTurns(json);
    turns.stop();
    expect(turns.count).toBeGreaterThanOrEqual(8);
  });
});
