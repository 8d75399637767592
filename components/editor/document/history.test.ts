import { expect, test } from 'vitest';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { EMPTY_HISTORY, recordStep, redoStep, undoStep } from './history';

const version = (mark: string): WorkflowDocument => ({
  blocks: {},
  edges: [],
  schemaVersion: 1,
  loops: { mark },
  parallels: {},
});

test('typing in one field is one step, a pause begins another', () => {
  let history = recordStep(EMPTY_HISTORY, version('0'), { label: 'Edit', mergeKey: 'b.url', atMs: 0 });
  history = recordStep(history, version('1'), { label: 'Edit', mergeKey: 'b.url', atMs: 500 });
  history = recordStep(history, version('2'), { label: 'Edit', mergeKey: 'b.url', atMs: 1_000 });
  expect(history.past).toHaveLength(1);
  history = recordStep(history, version('3'), { label: 'Edit', mergeKey: 'b.url', atMs: 9_000 });
  expect(history.past.map((step) => step.document)).toEqual([version('0'), version('3')]);
});

test('another field is another step', () => {
  let history = recordStep(EMPTY_HISTORY, version('0'), { label: 'Edit', mergeKey: 'b.url', atMs: 0 });
  history = recordStep(history, version('1'), { label: 'Edit', mergeKey: 'b.body', atMs: 10 });
  expect(history.past).toHaveLength(2);
});

test('undo and redo walk the same way back and forth', () => {
  const history = recordStep(EMPTY_HISTORY, version('0'), { label: 'Add', atMs: 0 });
  const undone = undoStep(history, version('1'));
  expect(undone?.document).toEqual(version('0'));
  const redone = redoStep(undone!.history, undone!.document);
  expect(redone?.document).toEqual(version('1'));
  expect(redone?.label).toBe('Add');
  expect(undoStep(redone!.history, redone!.document)?.document).toEqual(version('0'));
});

test('a new step after undo forgets what was undone', () => {
  const history = recordStep(EMPTY_HISTORY, version('0'), { label: 'Add', atMs: 0 });
  const undone = undoStep(history, version('1'))!;
  const next = recordStep(undone.history, version('0'), { label: 'Move', atMs: 5 });
  expect(redoStep(next, version('2'))).toBeNull();
});

test('with nothing done there is nothing to undo', () => {
  expect(undoStep(EMPTY_HISTORY, version('0'))).toBeNull();
  expect(redoStep(EMPTY_HISTORY, version('0'))).toBeNull();
});
