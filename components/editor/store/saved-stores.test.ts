import { expect, test } from 'vitest';
import type { Workflow } from '@/lib/core/workflow/schema';
import { lineDocument } from '../document/line-document.fixture';
import { setField } from './block-actions';
import { undo } from './history-actions';
import { openEditorStore } from './saved-stores';
import { openBlock } from './selection-actions';

const workflow = (id: string, document = lineDocument()) =>
  ({ id, workspaceId: 's', name: 'Test', document }) as Workflow;

test('an editor that was left opens again with its run and its undo steps, and its panel closed', () => {
  const left = openEditorStore(workflow('left'), false);
  setField(left, 'b', 'url', 'https://example.com/other');
  left.setState({ run: { ...left.getState().run, phase: 'finished', logId: 'l' } });
  openBlock(left, 'b');
  const again = openEditorStore(workflow('left', structuredClone(left.getState().document)), false);
  expect(again.getState()).toMatchObject({ openBlockId: null, run: { phase: 'finished', logId: 'l' } });
  undo(again);
  expect(again.getState().document).toEqual(lineDocument());
});

test('what somebody else changed meanwhile, or what may only be read, begins anew', () => {
  const left = openEditorStore(workflow('changed'), false);
  setField(left, 'b', 'url', 'https://example.com/other');
  expect(openEditorStore(workflow('changed'), false).getState().history.past).toEqual([]);
  expect(openEditorStore(workflow('changed'), true).getState().readOnly).toBe(true);
});
