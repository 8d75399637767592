import { expect, test } from 'vitest';
import { diffDocuments } from './diff-documents';
import { tidyGroups } from './groups';
import { WorkflowDocument } from './schema';
import { parseWorkflowFile, printWorkflowFile } from './workflow-file';

const block = (id: string, parentId?: string) => ({
  id,
  type: 'api',
  name: id,
  position: { x: 0, y: 0 },
  ...(parentId === undefined ? {} : { parentId }),
});
const group = (id: string, ...blockIds: string[]) => ({ id, title: id, colour: 'blue', blockIds });
const documentWith = (...groups: unknown[]) =>
  WorkflowDocument.parse({
    blocks: { a: block('a'), b: block('b'), c: block('c'), in: block('in', 'c') },
    edges: [],
    groups,
  });
const membersOf = ({ groups = [] }: WorkflowDocument) => groups.map(({ blockIds }) => blockIds.join(' '));

test('a group holds blocks that there are, each block is in one, and those of one container', () => {
  expect(membersOf(documentWith(group('g', 'a', 'gone', 'b', 'a')))).toEqual(['a b']);
  expect(membersOf(documentWith(group('g', 'a', 'b'), group('h', 'b', 'c')))).toEqual(['a b', 'c']);
  expect(membersOf(documentWith(group('g', 'a', 'in', 'b')))).toEqual(['a b']);
  expect(documentWith(group('g', 'gone'))).not.toHaveProperty('groups');
});

test('a document whose groups are fine stays itself', () => {
  const document = documentWith(group('g', 'a', 'b'));
  expect(tidyGroups(document)).toBe(document);
  const { groups: _, ...plain } = document;
  expect(tidyGroups(plain)).toBe(plain);
});

test('a group without a title, of an unknown colour or beyond the limit is refused', () => {
  const parse = (groups: unknown[]) =>
    WorkflowDocument.safeParse({ blocks: { a: block('a') }, edges: [], groups }).success;
  expect(parse([group('g', 'a')])).toBe(true);
  expect(parse([{ ...group('g', 'a'), title: ' ' }])).toBe(false);
  expect(parse([{ ...group('g', 'a'), colour: 'pink' }])).toBe(false);
  expect(parse(Array.from({ length: 201 }, (_, at) => group(`g${at}`, 'a')))).toBe(false);
});

test('an exported file brings its groups back', () => {
  const document = documentWith(group('g', 'a', 'b'));
  const text = printWorkflowFile({ name: 'W', document });
  expect(parseWorkflowFile(text, 'w.json').document.groups).toEqual(document.groups);
});

test('groups that differ are told, and count as no change that a run may notice', () => {
  const [before, after] = [
    documentWith(group('g', 'a'), group('h', 'b')),
    documentWith(group('g', 'a', 'c')),
  ];
  expect(diffDocuments(before, after).groups).toEqual([
    { title: 'g', kind: 'changed' },
    { title: 'h', kind: 'removed' },
  ]);
});
