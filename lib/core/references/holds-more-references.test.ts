import { expect, test } from 'vitest';
import { knownHeads } from './find-references';
import { holdsMoreReferences, parseTemplate } from './template';

const isKnown = knownHeads(['a', 'b']);

test.each([
  '',
  'text without any',
  '<a.x>',
  '<a.x><b.y[0]> and {{NAME}}',
  '\\<a.x> is text, \\\\<a.x> is not',
  '\\{{NAME}} is counted, because it is a part of its own',
  '<c.x> is of no block, <a> is a tag, <a.x is not closed',
  '<a.x ?? "<b.y>"> and <a["<b.y>"].z>',
  '{{}} {{9}} {{NAME}',
  'x < 3 && y << 2 {{ {{A}} }}',
])('of %j it counts what a template has of them', (source) => {
  const count = parseTemplate(source, isKnown).parts.filter((part) => typeof part !== 'string').length;
  for (const most of [0, 1, 2, 3]) expect(holdsMoreReferences(source, isKnown, most)).toBe(count > most);
});

test('a long text is read only as far as it has to be', () => {
  let asked = 0;
  const counting = (head: string) => {
    asked += 1;
    return isKnown(head);
  };
  expect(holdsMoreReferences('<a.x>'.repeat(100_000), counting, 10)).toBe(true);
  expect(asked).toBe(11);
});
