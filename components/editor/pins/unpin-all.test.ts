import { expect, test } from 'vitest';
import type { BlockPin } from '@/lib/services/pins/schema';
import { lineDocument } from '../document/line-document.fixture';
import { createEditorStore } from '../store/editor-store';
import { pinsAfterRead, seenPins } from './others-pins';
import { hidePins } from './show-pin';
import { pinAgain } from './unpin-all';

const pin = (blockId: string): BlockPin => ({
  blockId,
  output: {},
  source: 'run',
  updatedBy: 'Ada',
  updatedAt: '2026-11-26T10:00:00.000Z',
});
const openStore = () =>
  createEditorStore({
    readOnly: false,
    workflow: { id: 'w', workspaceId: 's', name: 'W', document: lineDocument() },
  });

test('what was unpinned is kept again one after the other, also of blocks that are gone', async () => {
  const store = openStore();
  const told: string[] = [];
  await pinAgain(store, [pin('gone'), pin('b'), pin('c')], async (_, { blockId, ...rest }) => {
    told.push(`${blockId} begins beside ${Object.keys(store.getState().pins).join()}`);
    await Promise.resolve();
    told.push(`${blockId} ends`);
    if (blockId === 'b') throw new Error('full');
    return { blockId, ...rest, updatedAt: '2026-11-26T11:00:00.000Z' };
  });
  expect(told).toEqual([
    'gone begins beside gone,b,c',
    'gone ends',
    'b begins beside b,c,gone',
    'b ends',
    'c begins beside c,gone',
    'c ends',
  ]);
  expect(Object.values(store.getState().pins)).toEqual(
    ['gone', 'c'].map((id) => ({ ...pin(id), updatedAt: '2026-11-26T11:00:00.000Z' })),
  );
});

test('what was pinned there meanwhile stays, and what was unpinned again is not kept', async () => {
  const store = openStore();
  const meanwhile = { ...pin('a'), output: { n: 2 } };
  store.setState({ pins: { a: meanwhile } });
  const kept: string[] = [];
  await pinAgain(store, [pin('a'), pin('b'), pin('c')], async (_, each) => {
    kept.push(each.blockId);
    store.setState({ pins: { a: meanwhile } });
    return each;
  });
  expect(kept).toEqual(['b']);
  expect(store.getState().pins).toEqual({ a: meanwhile });
});

test('a read before the server has unpinned does not bring a pin back, only one that was stored since', () => {
  const store = openStore();
  store.setState({ pins: { a: pin('a'), b: pin('b') } });
  hidePins(store, [pin('a'), pin('b')]);
  const replaced = { ...pin('b'), updatedAt: '2026-11-26T11:00:00.000Z' };
  const read = { seen: seenPins(store.getState()), pins: [pin('a'), replaced] };
  expect(pinsAfterRead(store.getState().pins, read)).toEqual({ pins: { b: replaced }, changes: [] });
});
