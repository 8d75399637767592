import { sameJson } from '@/lib/core/workflow/same-json';
import type { Workflow } from '@/lib/core/workflow/schema';
import { editedWorkflow } from '../document/edited-workflow';
import { createEditorStore, type EditorStore, NOTHING_OPEN } from './editor-store';

const MOST_KEPT = 8;

/**
 * Stores of workflows that this tab had open, the latest last. An active run still updates its store.
 */
const kept = new Map<string, EditorStore>();

/**
 * Returns the previous editor, with its run and undo steps, while the server still has the same document;
 * else a new one. It ends with the page.
 */
export function openEditorStore(workflow: Workflow, readOnly: boolean): EditorStore {
  const left = kept.get(workflow.id);
  const store = left !== undefined && isAsLeft(left, workflow, readOnly) ? left : undefined;
  store?.setState({
    name: workflow.name,
    liveVersion: workflow.liveVersion,
    save: { kind: 'saved' },
    ...NOTHING_OPEN,
  });
  const opened = store ?? createEditorStore({ workflow, readOnly });
  kept.delete(workflow.id);
  kept.set(workflow.id, opened);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return opened;
}

function isAsLeft(store: EditorStore, workflow: Workflow, readOnly: boolean): boolean {
  const state = store.getState();
  return state.readOnly === readOnly && sameJson(state.document, editedWorkflow(workflow).document);
}
