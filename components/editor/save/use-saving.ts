'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { saveBeforeSignOut } from '@/components/shell/sign-out';
import { client } from '@/lib/http/client';
import type { Workflow } from '@/lib/workflows/schema';
import { workflowsKey } from '../../workflows/workflow-queries';
import { shortId } from '../document/short-id';
import type { EditorStore } from '../store/editor-store';
import { readLocalDraft, readTabId } from './local-draft';
import { createSaveController, type SaveController } from './save-controller';

/** Saves the editor's document for as long as it is open; null in a read-only one. */
export function useSaving(store: EditorStore, workflow: Workflow): SaveController | null {
  const queryClient = useQueryClient();
  const [controller, setController] = useState<SaveController | null>(null);
  useEffect(() => {
    if (store.getState().readOnly) return;
    const tabId = readTabId(sessionStorage, shortId);
    let listedName = workflow.name;
    const created = createSaveController({
      store,
      client,
      storage: localStorage,
      tabId,
      workflow,
      onSaved: ({ name, workspaceId }) => {
        if (name === listedName) return;
        listedName = name;
        void queryClient.invalidateQueries({ queryKey: workflowsKey(workspaceId) });
      },
    });
    setController(created);
    restoreDraft(created, workflow.id, tabId);
    const stopListening = listen(created, store);
    const stopSaving = saveBeforeSignOut({
      save: created.flush,
      stop: () => {
        stopListening();
        created.stop();
      },
    });
    return () => {
      stopListening();
      stopSaving();
      created.dispose();
    };
  }, [store, workflow, queryClient]);
  return controller;
}

function restoreDraft(controller: SaveController, workflowId: string, tabId: string) {
  const found = readLocalDraft(localStorage, workflowId, tabId, Date.now());
  if (found === null) return;
  localStorage.removeItem(found.key);
  if (controller.restore(found.draft) === 'restored')
    toast.info('Your unsaved changes were brought back.', { id: 'draft' });
}

function listen(controller: SaveController, store: EditorStore): () => void {
  const guard = (event: BeforeUnloadEvent) => {
    if (store.getState().save.kind === 'saved') return;
    void controller.flush();
    event.preventDefault();
  };
  const retry = () => controller.retryNow();
  const refresh = () => {
    if (document.visibilityState === 'hidden') return void controller.flush();
    controller.refresh().then(
      (changed) => changed && toast.info('Updated: this workflow was changed elsewhere.'),
      // Nothing is lost: the next save finds out just the same.
      (error: unknown) => console.debug('Could not look for changes made elsewhere.', error),
    );
  };
  window.addEventListener('beforeunload', guard);
  window.addEventListener('online', retry);
  document.addEventListener('visibilitychange', refresh);
  return () => {
    window.removeEventListener('beforeunload', guard);
    window.removeEventListener('online', retry);
    document.removeEventListener('visibilitychange', refresh);
  };
}
