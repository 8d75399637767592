import { expect, test } from 'vitest';
import { mergeChange } from '@/lib/core/shared-document/merge-change';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { EMPTY_HISTORY, type History, recordStep, redoStep, undoStep } from './history';

const version = (mark: string): WorkflowDocument => ({
  blocks: {},
  edges: [],
  schemaVersion: 1,
  loops: { mark },
  parallels: {},
});
const [V0, V1, V2, V3, V4] = ['0', '1', '2', '3', '4'].map(version) as [
  WorkflowDocument,
  WorkflowDocument,
  WorkflowDocument,
  WorkflowDocument,
  WorkflowDocument,
];

const typing = (
  history: History,
  [before, after]: [WorkflowDocument, WorkflowDocument],
  mergeKey: string,
  atMs: number,
) => recordStep(history, { before, after }, { label: 'Edit', mergeKey, atMs });

test('typing in one field is one step, a pause begins another', () => {
  let history = typing(EMPTY_HISTORY, [V0, V1], 'b.url', 0);
  history = typing(history, [V1, V2], 'b.url', 500);
  history = typing(history, [V2, V3], 'b.url', 1_000);
  expect(history.past).toHaveLength(1);
  history = typing(history, [V3, V4], 'b.url', 9_000);
  expect(history.past.map((step) => step.changes)).toEqual([
    [{ before: V0, after: V3 }],
    [{ before: V3, after: V4 }],
  ]);
});

test('another field is another step', () => {
  const history = typing(typing(EMPTY_HISTORY, [V0, V1], 'b.url', 0), [V1, V2], 'b.body', 10);
  expect(history.past).toHaveLength(2);
});

test('undo and redo walk the same way back and forth', () => {
  const history = recordStep(EMPTY_HISTORY, { before: V0, after: V1 }, { label: 'Add', atMs: 0 });
  const undone = undoStep(history, V1, mergeChange);
  expect(undone?.document).toBe(V0);
  const redone = redoStep(undone!.history, V0, mergeChange);
  expect(redone?.document).toBe(V1);
  expect(redone?.label).toBe('Add');
  expect(undoStep(redone!.history, V1, mergeChange)?.document).toBe(V0);
});

test('a new step after undo forgets what was undone', () => {
  const history = recordStep(EMPTY_HISTORY, { before: V0, after: V1 }, { label: 'Add', atMs: 0 });
  const undone = undoStep(history, V1, mergeChange)!;
  const next = recordStep(undone.history, { before: V0, after: V2 }, { label: 'Move', atMs: 5 });
  expect(redoStep(next, V2, mergeChange)).toBeNull();
});

test('with nothing done there is nothing to undo', () => {
  expect(undoStep(EMPTY_HISTORY, V0, mergeChange)).toBeNull();
  expect(redoStep(EMPTY_HISTORY, V0, mergeChange)).toBeNull();
});

function withText(code: string, at = 0): WorkflowDocument {
  const block = { id: 'a', type: 'function', name: 'a', position: { x: at, y: 0 }, enabled: true };
  return { ...V0, blocks: { a: { ...block, config: { code } } } };
}

test('what somebody else types between one’s own keys stays when one’s own are undone and redone', () => {
  const [empty, mine] = [withText('.'), withText('a.')];
  // Another user appends an exclamation mark.
  const [theirs, more] = [withText('a.!'), withText('ab.!')];
  let history = typing(EMPTY_HISTORY, [empty, mine], 'a.code', 0);
  history = typing(history, [theirs, more], 'a.code', 100);
  expect(history.past).toHaveLength(1);
  const moved = withText('ab.!', 50);
  const undone = undoStep(history, moved, mergeChange)!;
  expect(undone.document).toEqual(withText('.!', 50));
  const redone = redoStep(undone.history, withText('.!?', 50), mergeChange)!;
  expect(redone.document).toEqual(withText('ab.!?', 50));
  expect(undoStep(redone.history, redone.document, mergeChange)?.document).toEqual(withText('.!?', 50));
});
