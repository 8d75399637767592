import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonBeginning } from './json-beginning';

it('a short value is its JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      expect(jsonBeginning(value, json.length)).toBe(json);
    }),
  );
});

it('of a longer one it begins as its JSON does, and no more is written than was asked for', () => {
  const list = Array.from({ length: 1_000 }, (_, index) => ({ index, text: 'abcdef' }));
  const json = JSON.stringify({ list });
  const most = 500;
  const beginning = jsonBeginning({ list }, most);
  expect(beginning.slice(0, most)).toBe(json.slice(0, most));
  expect(beginning.length).toBeLessThan(most + 100);
});

it('of a long text only the beginning is written', () => {
  const beginning = jsonBeginning('"'.repeat(1_000_000), 10);
  expect(beginning).toBe(JSON.stringify('"'.repeat(10)));
});

it('no more members are looked at than are shown', () => {
  let walked = 0;
  const items = new Proxy(new Array(1_000_000).fill('item'), {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) walked += 1;
      return Reflect.get(target, key);
    },
  });
  jsonBeginning(items, 1_000);
  expect(walked).toBeLessThan(2_000);
});
