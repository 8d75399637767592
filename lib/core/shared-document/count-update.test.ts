import { expect, test } from 'vitest';
import { type Doc, decodeUpdate, Skip } from 'yjs';
import { SMALL_DOCUMENT } from '../workflow/example-document';
import { WorkflowDocument } from '../workflow/schema';
import { countUpdates } from './count-update';
import { newSharedDocument } from './shared-document';
import { FOREIGN_PARTS, updateOf } from './testing/hostile-updates';
import { randomDocument, randomNumbers } from './testing/random-changes';
import { RefusedUpdate } from './update-limits';

const stateOf = (document: WorkflowDocument): Uint8Array =>
  newSharedDocument({ name: 'Flow', document }).state();
const small = stateOf(WorkflowDocument.parse(SMALL_DOCUMENT));

test('as many structs, clients and removed ranges are counted as Yjs reads', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = randomNumbers(seed);
    const shared = newSharedDocument({ name: 'Flow', document: randomDocument(random) });
    const { document } = shared.current;
    const [removed] = Object.keys(document.blocks);
    const { [removed ?? '']: _, ...blocks } = document.blocks;
    shared.change({ name: 'Flow', document: { ...document, blocks, edges: [] } });
    const state = shared.state();
    const { structs, ds } = decodeUpdate(state);
    const ranges = [...ds.clients.values()].flat().length;
    const clients = new Set(structs.filter((one) => !(one instanceof Skip)).map(({ id }) => id.client)).size;
    expect(countUpdates([state]), `seed ${seed}`).toMatchObject({
      structs: structs.length,
      clients: clients + ds.clients.size,
      deleted: ranges,
    });
  }
});

test('kinds of data that no workflow has are refused by name, before anything is made of them', () => {
  const kinds = [
    'an XML element',
    'a document within',
    'bytes',
    'a format',
    'an embedded object',
    'an unknown root',
  ];
  for (const kind of kinds) {
    const update = updateOf(small, FOREIGN_PARTS[kind] as (doc: Doc) => void);
    expect(() => countUpdates([update]), kind).toThrow(RefusedUpdate);
  }
});

test('bytes that are no update are refused, wherever they end', () => {
  for (let length = 0; length < small.length; length += 1)
    expect(() => countUpdates([small.subarray(0, length)]), `${length} bytes`).toThrow();
  expect(() => countUpdates([new Uint8Array([...small, 0])])).toThrow(RangeError);
});

test('a number of parts that the bytes can’t hold is not waited for', () => {
  const claims = new Uint8Array([1, 255, 255, 255, 255, 15, 1, 0]);
  expect(() => countUpdates([claims])).toThrow(RangeError);
});

test('values nested beyond the limit are refused', () => {
  const nested = (levels: number): unknown => {
    let value: unknown = 1;
    for (let level = 1; level < levels; level += 1) value = [value];
    return value;
  };
  const updateWith = (levels: number) =>
    updateOf(small, (doc) => void doc.getMap('workflow').set('settings', nested(levels)));
  expect(() => countUpdates([updateWith(500)])).not.toThrow();
  expect(() => countUpdates([updateWith(501)])).toThrow(/500 levels/);
});
