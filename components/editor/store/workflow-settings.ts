import { sameJson } from '@/lib/core/workflow/same-json';
import type { WorkflowSettings } from '@/lib/core/workflow/schema';
import { commitDocument, type EditorStore } from './editor-store';

/** Sets them in one undoable step; a document without settings has no `settings` key. */
export function setWorkflowSettings(store: EditorStore, wanted: WorkflowSettings): void {
  const { settings, ...document } = store.getState().document;
  const kept = withoutDefaults(wanted);
  const isEmpty = Object.keys(kept).length === 0;
  if (sameJson(isEmpty ? undefined : kept, settings)) return;
  commitDocument(store, isEmpty ? document : { ...document, settings: kept }, {
    label: 'Workflow settings',
  });
}

/** Sets whether queued runs wait for unavailable servers, and keeps the other settings. */
export function setWaitForServers(store: EditorStore, waitForServers: boolean): void {
  setWorkflowSettings(store, { ...store.getState().document.settings, waitForServers });
}

function withoutDefaults({
  agents = {},
  waitForServers = false,
  keepEffects = false,
}: WorkflowSettings): WorkflowSettings {
  return {
    ...(Object.keys(agents).length > 0 && { agents }),
    ...(waitForServers && { waitForServers }),
    ...(keepEffects && { keepEffects }),
  };
}
