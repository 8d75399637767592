import { expect, test } from 'vitest';
import { SMALL_DOCUMENT } from '../workflow/example-document';
import { type Block, WorkflowDocument } from '../workflow/schema';
import { mergeChange } from './merge-change';

const small = WorkflowDocument.parse(SMALL_DOCUMENT);

const withBlock = (document: WorkflowDocument, id: string, change: Partial<Block>): WorkflowDocument => ({
  ...document,
  blocks: { ...document.blocks, [id]: { ...(document.blocks.greeting as Block), id, name: id, ...change } },
});
const url = (text: string) => ({ config: { url: text, method: 'GET' } });

test('taking back what one typed leaves what somebody else typed into the same text', () => {
  const before = withBlock(small, 'greeting', url('https://example.com'));
  const after = withBlock(small, 'greeting', url('https://example.com/mine'));
  const now = withBlock(small, 'greeting', url('http://example.com/mine?theirs'));
  expect(mergeChange(after, before, now).blocks.greeting?.config.url).toBe('http://example.com?theirs');
});

test('also in one word that several type, and where there was no text before', () => {
  const before = withBlock(small, 'greeting', { config: {} });
  const after = withBlock(small, 'greeting', url('mine'));
  const now = withBlock(small, 'greeting', url('AmBiCnDeE'));
  expect(mergeChange(after, before, now).blocks.greeting?.config.url).toBe('ABCDE');
  expect(
    mergeChange(before, after, withBlock(small, 'greeting', url('theirs'))).blocks.greeting?.config,
  ).toEqual(expect.objectContaining({ url: expect.stringMatching(/^(?:minetheirs|theirsmine)$/) }));
});

test('taking back a deletion brings it back with its connections, beside what came meanwhile', () => {
  const { greeting: _, ...blocks } = small.blocks;
  const after = { ...small, blocks, edges: [] };
  const now = withBlock(after, 'other', {});
  const merged = mergeChange(after, small, now);
  expect(Object.keys(merged.blocks)).toEqual(['start', 'other', 'greeting']);
  expect(merged.edges).toEqual(small.edges);
  expect(merged.blocks.other).toBe(now.blocks.other);
});

test('taking back an addition takes its connections along, also those that others drew', () => {
  const after = withBlock(small, 'added', {});
  const ends = { source: 'greeting', target: 'added' };
  const edge = { id: 'theirs', ...ends, sourceHandle: 'out', targetHandle: 'in' };
  const now = { ...after, edges: [...after.edges, edge] };
  expect(mergeChange(after, small, now)).toEqual(small);
});

test('a change of a block that is gone stays away, and nothing else changes', () => {
  const after = withBlock(small, 'greeting', url('https://changed.example.com'));
  const { greeting: _, ...blocks } = small.blocks;
  const now = { ...small, blocks, edges: [] };
  expect(mergeChange(small, after, now)).toEqual(now);
  expect(mergeChange(small, after, small)).toBe(after);
});

test('settings are taken back unless nobody touched them', () => {
  const mine = { ...small, settings: { agents: { calls: 3 } } };
  const theirs = withBlock(mine, 'other', {});
  expect(mergeChange(mine, small, theirs)).toEqual(withBlock(small, 'other', {}));
});
