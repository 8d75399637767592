import { expect, test } from 'vitest';
import { withContainers } from '../../core/workflow/containers';
import { WorkflowDocument } from '../../core/workflow/schema';
import { isSameDocument } from './same-document';

const at = { x: 0, y: 0 };
const loop = { id: 'l', type: 'loop', name: 'loop', position: at, config: { kind: 'count', count: 2 } };
const config = { body: 'x' };
const inside = { id: 'i', type: 'response', name: 'inside', position: at, parentId: 'l', config };
const parse = (blocks: object, more: object = {}) => WorkflowDocument.parse({ blocks, edges: [], ...more });

test('the order of blocks and keys, and what is derived from blocks, make no other document', async () => {
  const document = parse({ l: loop, i: inside });
  const { id, ...rest } = inside;
  const reordered = parse({ i: { ...rest, id }, l: loop });
  expect(await isSameDocument(document, reordered)).toBe(true);
  expect(await isSameDocument(withContainers(document), document)).toBe(true);
});

test('another setting, block, connection or setting of the whole makes one', async () => {
  const document = parse({ l: loop, i: inside });
  const others = [
    parse({ l: loop }),
    parse({ l: loop, i: { ...inside, config: { body: 'y' } } }),
    parse({ l: loop, j: { ...inside, id: 'j' } }),
    parse({ l: loop, i: inside }, { edges: [{ id: 'e', source: 'l', target: 'i' }] }),
    parse({ l: loop, i: inside }, { settings: { agents: { calls: 3 } } }),
  ];
  for (const other of others) expect(await isSameDocument(document, other)).toBe(false);
  for (const other of others) expect(await isSameDocument(other, document)).toBe(false);
});
