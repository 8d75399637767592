'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { saveBeforeSignOut } from '@/components/page/sign-out';
import type { Workflow, WorkflowSummary } from '@/lib/core/workflow/schema';
import { client } from '@/lib/platform/http/client';
import { workflowsKey } from '../../workflows/workflow-queries';
import { shortId } from '../document/short-id';
import type { EditorStore } from '../store/editor-store';
import { claimDraft, type DraftClaim } from './draft-claim';
import { draftKeys, readLocalDraft, readTabId } from './local-draft';
import { createSaveController, type SaveController } from './save-controller';
import { leaveEditor } from './workflow-query';

/**
 * Saves the editor's document for as long as it is open; null in a read-only one, and until this tab's draft
 * is known.
 */
export function useSaving(store: EditorStore, workflow: Workflow): SaveController | null {
  const queryClient = useQueryClient();
  const [controller, setController] = useState<SaveController | null>(null);
  useEffect(() => {
    if (store.getState().readOnly) return;
    let listedName = workflow.name;
    const onSaved = ({ name, workspaceId, liveVersion }: WorkflowSummary) => {
      if (liveVersion !== store.getState().liveVersion) store.setState({ liveVersion });
      if (name === listedName) return;
      listedName = name;
      void queryClient.invalidateQueries({ queryKey: workflowsKey(workspaceId) });
    };
    let end = () => {};
    let isUnmounted = false;
    void claimDraftHere(workflow.id).then((claim) => {
      if (isUnmounted) return claim.release();
      const created = createSaveController({
        ...{ store, client, storage: localStorage, tabId: claim.tabId, workflow, onSaved },
      });
      restoreDraft(created, workflow.id, claim);
      const stopWatching = watch(created, store);
      setController(created);
      end = () => {
        stopWatching();
        leaveEditor(workflow.id, created.dispose().finally(claim.release));
      };
    });
    return () => {
      isUnmounted = true;
      end();
    };
  }, [store, workflow, queryClient]);
  return controller;
}

async function claimDraftHere(workflowId: string): Promise<DraftClaim> {
  const tabId = readTabId(sessionStorage, shortId);
  try {
    return await claimDraft(navigator.locks, workflowId, tabId, shortId, draftKeys(localStorage, workflowId));
  } catch (error) {
    console.warn('This browser grants no locks, so drafts of other open tabs may be offered here.', error);
    return claimDraft(undefined, workflowId, tabId, shortId, []);
  }
}

function restoreDraft(controller: SaveController, workflowId: string, claim: DraftClaim) {
  const found = readLocalDraft(localStorage, workflowId, claim.tabId, claim.isOpen);
  if (found === null) return;
  localStorage.removeItem(found.key);
  if (controller.restore(found.draft) === 'restored')
    toast.info('Your unsaved changes were brought back.', { id: 'draft' });
}

function watch(controller: SaveController, store: EditorStore): () => void {
  const stopListening = listen(controller, store);
  const stopSaving = saveBeforeSignOut({
    save: controller.flush,
    stop: () => {
      stopListening();
      controller.stop();
    },
  });
  return () => {
    stopListening();
    stopSaving();
  };
}

function listen(controller: SaveController, store: EditorStore): () => void {
  const guard = (event: BeforeUnloadEvent) => {
    if (store.getState().save.kind === 'saved') return;
    void controller.flush();
    event.preventDefault();
  };
  const retry = () => controller.retryNow();
  const refresh = () => {
    if (document.visibilityState === 'hidden') {
      controller.keepNow();
      return void controller.flush();
    }
    controller.refresh().then(
      (changed) => changed && toast.info('Updated: this workflow was changed elsewhere.'),
      // Nothing is lost: the next save finds out just the same.
      (error: unknown) => console.debug('Could not look for changes made elsewhere.', error),
    );
  };
  window.addEventListener('beforeunload', guard);
  window.addEventListener('pagehide', controller.keepNow);
  window.addEventListener('online', retry);
  document.addEventListener('visibilitychange', refresh);
  return () => {
    window.removeEventListener('beforeunload', guard);
    window.removeEventListener('pagehide', controller.keepNow);
    window.removeEventListener('online', retry);
    document.removeEventListener('visibilitychange', refresh);
  };
}
