import { sameJson } from '@/lib/core/workflow/same-json';
import type { WorkflowSettings } from '@/lib/core/workflow/schema';
import { commitDocument, type EditorStore } from './editor-store';

/** Sets them in one undoable step; a document without settings has no `settings` key. */
export function setWorkflowSettings(store: EditorStore, wanted: WorkflowSettings): void {
  const { settings, ...document } = store.getState().document;
  const isEmpty = Object.keys(wanted.agents ?? {}).length === 0;
  if (sameJson(isEmpty ? undefined : wanted, settings)) return;
  commitDocument(store, isEmpty ? document : { ...document, settings: wanted }, {
    label: 'Workflow settings',
  });
}
