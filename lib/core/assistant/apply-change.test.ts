import { expect, test } from 'vitest';
import { WorkflowDocument } from '../workflow/schema';
import { applyChange, withoutBlocks } from './apply-change';
import { ProposedChange } from './change';

const block = (id: string, type: string, rest: object = {}) => ({
  [id]: { id, type, name: id, position: { x: 0, y: 0 }, ...rest },
});
const DOCUMENT = WorkflowDocument.parse({
  blocks: {
    ...block('s', 'start'),
    ...block('a', 'api', { config: { url: 'https://a.example', method: 'POST' } }),
    ...block('l', 'loop'),
    ...block('in', 'note', { parentId: 'l' }),
  },
  edges: [
    { id: 'e1', source: 's', target: 'a' },
    { id: 'e2', source: 'a', target: 'l' },
  ],
});
const INSERTED = ProposedChange.parse({
  blocks: [
    { id: 'f', type: 'function', name: 'clean', config: { code: 'return 1' } },
    { id: 'a', config: { method: null, timeoutMs: 5_000 } },
  ],
  edges: [
    { source: 'a', target: 'f' },
    { source: 'f', target: 'l' },
  ],
  removedEdges: [{ source: 'a', target: 'l' }],
});
const edgesOf = ({ edges }: WorkflowDocument) => edges.map(({ source, target }) => `${source}>${target}`);

test('blocks are added and changed setting by setting, connections replaced', () => {
  const after = applyChange(DOCUMENT, INSERTED);
  expect(after.blocks.a?.config).toEqual({ url: 'https://a.example', timeoutMs: 5_000 });
  expect(after.blocks.f).toMatchObject({ type: 'function', name: 'clean', enabled: true });
  expect(edgesOf(after)).toEqual(['s>a', 'a>f', 'f>l']);
  expect(new Set(after.edges.map(({ id }) => id)).size).toBe(3);
  expect(applyChange(after, INSERTED)).toEqual(after);
});

test('a removed container takes what lies in it and its connections with it', () => {
  const after = applyChange(DOCUMENT, ProposedChange.parse({ removedBlocks: ['l'] }));
  expect(Object.keys(after.blocks)).toEqual(['s', 'a']);
  expect(edgesOf(after)).toEqual(['s>a']);
});

test('a block left out takes its connections with it, and what it was put between stays connected', () => {
  const change = withoutBlocks(INSERTED, new Set(['f']), DOCUMENT);
  const after = applyChange(DOCUMENT, change);
  expect(edgesOf(after)).toEqual(['s>a', 'a>l']);
  expect(after.blocks.a?.config.timeoutMs).toBe(5_000);
  const other = applyChange(DOCUMENT, withoutBlocks(INSERTED, new Set(['a']), DOCUMENT));
  expect(edgesOf(other)).toEqual(['s>a', 'a>f', 'f>l']);
  expect(other.blocks.a).toBe(DOCUMENT.blocks.a);
});

test('what others have removed or replaced meanwhile is left alone', () => {
  const { a: _, ...rest } = DOCUMENT.blocks;
  const gone = applyChange({ ...DOCUMENT, blocks: rest }, INSERTED);
  expect(gone.blocks.a).toBeUndefined();
  const typed = ProposedChange.parse({ blocks: [{ id: 'a', type: 'wait', name: 'a' }] });
  expect(applyChange(DOCUMENT, typed).blocks.a).toBe(DOCUMENT.blocks.a);
});
