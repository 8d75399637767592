'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { saveBeforeSignOut } from '@/components/page/sign-out';
import type { Workflow, WorkflowSummary } from '@/lib/core/workflow/schema';
import { client } from '@/lib/platform/http/client';
import type { SharedEvent } from '@/lib/services/shared-edits/schema';
import { localStore, sessionStore } from '../../ui/browser-storage';
import { pauseOrOnline } from '../../ui/pause';
import { workflowsKey } from '../../workflows/workflow-queries';
import { shortId } from '../document/short-id';
import type { EditorStore } from '../store/editor-store';
import { claimDraft, type DraftClaim } from './draft-claim';
import { readAgain } from './follow-as-reader';
import { type FollowOptions, followEdits } from './follow-edits';
import { editsKeys, leftEdits, readTabId } from './local-edits';
import { sayWhetherRemoved, unsavedIn } from './say-removed';
import type { SharedEditing } from './shared-editing';
import { leaveEditor } from './workflow-query';

export type Saving = Pick<SharedEditing, 'flush' | 'version' | 'discard'>;

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;
/** The longest time that running or leaving a workflow waits for it. */
const LOADED_WITHIN_MS = 5_000;

/** Loads the merging code, in parallel with the blocks; until then edits aren't stored. Null: too late. */
async function loadSharing(store: EditorStore, signal: AbortSignal) {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    try {
      return await import('./load-sharing');
    } catch (error) {
      if (signal.aborted) return null;
      console.debug('What saves this workflow could not be loaded; it is asked for again.', error);
      store.setState({ save: { kind: 'offline', retryAtMs: Date.now() + waitMs, isKept: false } });
      await pauseOrOnline(waitMs, signal);
    }
  }
}

/**
 * Saves the editor's document while it is open, and applies other users' changes; null for a read-only
 * editor, and until the code is loaded.
 */
export function useSaving(store: EditorStore, workflow: Workflow): Saving | null {
  const queryClient = useQueryClient();
  const [saving, setSaving] = useState<Saving | null>(null);
  useEffect(() => {
    if (store.getState().readOnly) return watchAsReader(store, workflow);
    let listedName = workflow.name;
    const onSaved = ({ name, workspaceId, liveVersion }: WorkflowSummary) => {
      if (liveVersion !== store.getState().liveVersion) store.setState({ liveVersion });
      if (name === listedName) return;
      listedName = name;
      void queryClient.invalidateQueries({ queryKey: workflowsKey(workspaceId) });
    };
    let end = () => {};
    const unmounted = new AbortController();
    const stopWarning = warnUntilLoaded(store);
    let opened: SharedEditing | undefined;
    const loading = Promise.all([claimHere(workflow.id), loadSharing(store, unmounted.signal)]).then(
      ([claim, sharing]) => {
        if (sharing === null || unmounted.signal.aborted) return claim.release();
        stopWarning();
        store.setState({ mergeChange: sharing.mergeChange });
        const editing = sharing.createSharedEditing({
          store,
          client,
          storage: localStore,
          tabId: claim.tabId,
          workflow,
          onSaved,
          left: leftEdits(localStore, workflow.id, claim.tabId, claim.isOpen),
          onRestored: () => toast.info('Your unsaved changes were brought back.', { id: 'draft' }),
          onLost: sayLost,
        });
        const stopWatching = watch(editing, store);
        opened = editing;
        end = () => {
          stopWatching();
          leaveEditor(workflow.id, editing.dispose().finally(claim.release));
        };
      },
    );
    // Running a workflow before all is loaded waits for it.
    setSaving({
      flush: async () => {
        await Promise.race([loading, pauseOrOnline(LOADED_WITHIN_MS, unmounted.signal)]);
        return (await opened?.flush()) ?? false;
      },
      discard: async () => opened?.discard(),
      get version() {
        return opened?.version ?? workflow.version;
      },
    });
    return () => {
      unmounted.abort();
      stopWarning();
      end();
    };
  }, [store, workflow, queryClient]);
  return saving;
}

/** Until then edits count as unsaved, and closing the page asks first. */
function warnUntilLoaded(store: EditorStore): () => void {
  const unsubscribe = store.subscribe((state, before) => {
    const isEdit = state.document !== before.document || state.name !== before.name;
    if (isEdit && state.save.kind === 'saved') store.setState({ save: { kind: 'unsaved' } });
  });
  const guard = (event: BeforeUnloadEvent) => {
    if (store.getState().save.kind !== 'saved') event.preventDefault();
  };
  window.addEventListener('beforeunload', guard);
  return () => {
    unsubscribe();
    window.removeEventListener('beforeunload', guard);
  };
}

function sayLost(): void {
  const words =
    'Changes of a closed tab could not be brought back, because the history of this workflow was cleared meanwhile.';
  toast.warning(words, { id: 'lost-edits', duration: Number.POSITIVE_INFINITY });
}

async function claimHere(workflowId: string): Promise<DraftClaim> {
  const tabId = readTabId(sessionStore, shortId);
  try {
    return await claimDraft(navigator.locks, workflowId, tabId, shortId, editsKeys(localStore, workflowId));
  } catch (error) {
    console.warn('This browser grants no locks, so edits of other open tabs may be sent here too.', error);
    return claimDraft(undefined, workflowId, tabId, shortId, []);
  }
}

/** Handles the events of a workflow's stream, until `signal` aborts. */
function follow(
  store: EditorStore,
  { signal, ...rest }: Pick<FollowOptions, 'known' | 'onEvent' | 'signal'>,
): void {
  const onEvent = (event: SharedEvent) => {
    if (event.kind === 'present') store.setState({ present: event.present });
    else if (event.kind === 'comments') store.setState({ commentsRevision: event.revision });
    else if (event.kind === 'pins') store.setState(({ pinsChanged }) => ({ pinsChanged: pinsChanged + 1 }));
    else {
      sayWhetherRemoved(store, event.kind === 'removed');
      rest.onEvent(event);
    }
  };
  signal.addEventListener('abort', () => {
    store.setState({ present: [] });
    sayWhetherRemoved(store, false);
  });
  const { workflowId, clientId } = store.getState();
  void followEdits({ client, workflowId, clientId, signal, onEvent, known: rest.known });
}

function watchAsReader(store: EditorStore, workflow: Workflow): () => void {
  const following = new AbortController();
  const onEvent = readAgain(store, client, workflow.version);
  follow(store, { known: () => ({}), onEvent, signal: following.signal });
  return () => following.abort();
}

function watch(editing: SharedEditing, store: EditorStore): () => void {
  const stopListening = listen(editing, store);
  const following = new AbortController();
  const { signal } = following;
  // A stream opened earlier would begin with everything that is being read.
  void editing.tried.then(() => {
    if (!signal.aborted) follow(store, { known: editing.known, onEvent: editing.hear, signal });
  });
  const stopAll = () => {
    stopListening();
    following.abort();
  };
  const stopSaving = saveBeforeSignOut({
    save: editing.flush,
    stop: () => {
      stopAll();
      editing.stop();
    },
    unsaved: () => unsavedIn(store),
  });
  return () => {
    stopAll();
    stopSaving();
  };
}

function listen(editing: SharedEditing, store: EditorStore): () => void {
  const guard = (event: BeforeUnloadEvent) => {
    if (store.getState().save.kind === 'saved') return;
    editing.keepWhole();
    void editing.flush();
    event.preventDefault();
  };
  const retry = () => editing.retryNow();
  const hide = () => {
    if (document.visibilityState !== 'hidden') return;
    editing.keepWhole();
    void editing.flush();
  };
  window.addEventListener('beforeunload', guard);
  window.addEventListener('online', retry);
  document.addEventListener('visibilitychange', hide);
  return () => {
    window.removeEventListener('beforeunload', guard);
    window.removeEventListener('online', retry);
    document.removeEventListener('visibilitychange', hide);
  };
}
