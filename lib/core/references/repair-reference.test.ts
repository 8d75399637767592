import { expect, test } from 'vitest';
import { findReferences, knownHeads } from './find-references';
import { repairUnread, tidyReference } from './repair-reference';
import { parseTemplate } from './template';
import { findUnread } from './unread-references';

const isKnownHead = knownHeads(['a', 'fetchuser']);
const outputsOf = (slug: string) => (slug === 'a' ? ['data', 'status'] : []);

/** Returns the text with each proposal for its first part that isn't understood. */
function mended(text: string): string[] {
  const [unread] = findUnread(parseTemplate(text, isKnownHead), isKnownHead);
  if (unread === undefined) throw new Error(`${text} is understood`);
  return repairUnread(text, unread.start, { isKnownHead, outputsOf }).map(
    ({ end, text: proposed }) => text.slice(0, unread.start) + proposed + text.slice(end),
  );
}

test.each([
  ['<a.data.a!b>', "<a.data['a!b']>"],
  ['see <a.data.a!b.c d[0]> there', "see <a.data['a!b']['c d'][0]> there"],
  ['<a.data >', '<a.data>'],
  ['<a.data[name]>', '<a.data.name>'],
  ['<a.data[a-b/c]>', "<a.data['a-b/c']>"],
  ["<a.data['x y' ]>", null],
  ['<a.data[ 0 ]>', '<a.data[0]>'],
  ['<a.data??"none">', '<a.data ?? "none">'],
  ['<a.data ?? none>', '<a.data ?? "none">'],
  ['<a.data ?? no"ne>', null],
  ['<a.data ??0>', '<a.data ?? 0>'],
  ['<a.data ?? none:raw>', '<a.data ?? "none":raw>'],
  ['<a.data:text>', '<a.data>'],
  ['<a.data:JSON>', '<a.data:json>'],
  ['<fetch user.data.name>', '<fetchuser.data.name>'],
  ['<A.data.x%y>', "<A.data['x%y']>"],
  ['Hello <a.data.name', 'Hello <a.data.name>'],
  ['Hello <a.data.name\nand more', 'Hello <a.data.name>\nand more'],
  ['Hello <a.data.name and more', null],
])('%s: what was meant is %s', (text, meant) => {
  expect(mended(text)).toEqual(meant === null ? [] : [meant]);
});

test.each(['<a.>', 'all of <a>', '<a[0]>', '<a?>'])('%s: an output has to be chosen', (text) => {
  const proposed = mended(text);
  expect(proposed).toHaveLength(2);
  expect(proposed[0]).toContain('<a.data');
  expect(proposed[1]).toContain('<a.status');
});

test.each(['<a.data.map(x)>', '<a.data|upper>', '<a!x>', '<fetchuser.>', '<a.data + 1>', '<a.data[0>'])(
  '%s: nobody can tell what was meant',
  (text) => expect(mended(text)).toEqual([]),
);

test('whatever stands there, what is proposed is a reference that needs no more mending', () => {
  const signs = ['.', '[', ']', '"', "'", '?', ' ', ':', '>', '0', 'x', '!', '\\', '<'];
  let state = 7;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  let count = 0;
  for (let round = 0; round < 4_000; round += 1) {
    const tail = Array.from({ length: 1 + next(9) }, () => signs[next(signs.length)]).join('');
    const text = `<a${tail}>`;
    for (const { end, text: proposed } of repairUnread(text, 0, { isKnownHead, outputsOf })) {
      count += 1;
      const [reference, ...others] = findReferences(proposed, ['a']);
      expect([reference?.end, reference?.isLoose, others], `${text} ${proposed}`).toEqual([
        proposed.length,
        false,
        [],
      ]);
      expect(end).toBeLessThanOrEqual(text.length);
    }
  }
  expect(count).toBeGreaterThan(200);
});

test.each([
  ['<a.data.1st>', "<a.data['1st']>"],
  ['<a.data.a b.0?>', "<a.data['a b'][0]?>"],
  ["<a.data.a b ?? 'it\"s':json>", `<a.data['a b'] ?? "it\\"s":json>`],
  ['<a.data.a b ?? []>', "<a.data['a b'] ?? []>"],
  ['<a.data.a b ?? 1.50>', "<a.data['a b'] ?? 1.5>"],
])('%s is best written as %s', (loose, tidy) => {
  const [reference] = findReferences(loose, ['a']);
  expect(reference!.isLoose).toBe(true);
  expect(tidyReference(reference!)).toBe(tidy);
  const [after] = findReferences(tidy, ['a']);
  const { head, path, optional, fallback, modifier } = reference!;
  expect(after).toMatchObject({ head, path, optional, fallback, modifier, isLoose: false });
});
