import {
  joinUpdates,
  mergedUpdates,
  openSharedDocument,
  type SharedDocument,
  type SharedWorkflow,
} from '@/lib/core/shared-document/shared-document';
import type { WorkflowSummary } from '@/lib/core/workflow/schema';
import { getEditsEndpoint, sendEditsEndpoint } from '@/lib/services/shared-edits/endpoints';
import type { SharedEvent, SharedUpdates } from '@/lib/services/shared-edits/schema';
import { recordShown, replaceDocument } from '../store/editor-store';
import type { SaveState } from '../store/save-state';
import { fromBase64, toBase64 } from './base64';
import { bringOver, bringOverKept, bringOverLeft } from './bring-over';
import { editsKey, keepEdits, type LeftEdits, type LocalEdits } from './local-edits';
import { createOutbox } from './outbox';
import { isOtherDocument, outcomeOfFailure, type SaveFailure } from './save-outcome';
import { sayIfOpenWasDeleted } from './say-deleted';
import type { SharedEditingOptions } from './shared-editing-options';

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;
/** The longest time that running or leaving a workflow waits for the server. */
const JOIN_WITHIN_MS = 5_000;

const NO_EDITS: LocalEdits = { epoch: '', updates: [] };

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export type SharedEditing = ReturnType<typeof createSharedEditing>;

/** Keeps the editor, this browser's copy of the shared document and the server's in sync. */
export function createSharedEditing(options: SharedEditingOptions) {
  const { store, client, storage, tabId, workflow, onSaved } = options;
  const params = { id: workflow.id };
  const key = editsKey(workflow.id, tabId);
  let isStopped = false;
  let isShowing = false;
  let shared: SharedDocument | null = null;
  let epoch = '';
  let seq = 0;
  let { version } = workflow;
  let left = options.left;
  /** The last known state of the server. */
  let base: SharedWorkflow = { name: workflow.name, document: workflow.document };
  let joining: Promise<void> | null = null;
  let sayTried: () => void = () => {};
  const tried = new Promise<void>((resolve) => {
    sayTried = resolve;
  });
  let isRemoved = false;
  /** The save state of edits made before the document has been read. */
  let unread: SaveState = { kind: 'unsaved' };
  /** True if this browser stores the edits that the server doesn't have. */
  let isKept = true;

  const outbox = createOutbox({
    send: sendUpdates,
    merged: mergedUpdates,
    refusal: () => store.getState().problems.find((problem) => problem.refuses)?.message ?? null,
    onState: (save) => {
      if (isStopped) return;
      if (save.kind === 'saved' && shared !== null) base = shared.current;
      say(save);
    },
    onWaiting: (updates) => keep({ epoch, updates: updates.map(toBase64) }),
  });

  function say(save: SaveState) {
    store.setState({ save: 'isKept' in save ? { ...save, isKept } : save });
  }

  function keep(edits: LocalEdits) {
    if (isStopped) return;
    const wasKept = isKept;
    isKept = keepEdits(storage, key, edits);
    if (isKept !== wasKept) say(store.getState().save);
  }

  async function sendUpdates(updates: readonly Uint8Array[]): Promise<SaveFailure | null> {
    const body = { epoch, updates: updates.map(toBase64) };
    try {
      const { data } = await client.call(sendEditsEndpoint, { params, body }, {});
      know(data.workflow);
      return null;
    } catch (error) {
      if (isOtherDocument(error)) void join();
      return outcomeOfFailure(error);
    }
  }

  function know(stored: WorkflowSummary) {
    if (stored.version < version) return;
    version = stored.version;
    onSaved(stored);
  }

  /** Reads the document from the server, retrying until it succeeds. */
  function join(): Promise<void> {
    joining ??= readWhole().finally(() => {
      joining = null;
    });
    return joining;
  }

  async function readWhole(): Promise<void> {
    for (let waitMs = FIRST_RETRY_MS; !isStopped; waitMs = Math.min(waitMs * 2, MAX_RETRY_MS)) {
      try {
        const { data } = await client.call(getEditsEndpoint, { params, query: {} }, {});
        if (!isStopped) await begin(data);
        sayTried();
        return;
      } catch (error) {
        console.debug('The edits of this workflow could not be read; they are asked for again.', error);
        const failure = outcomeOfFailure(error);
        const retryAtMs = Date.now() + waitMs;
        const isRefused = failure.kind === 'refused';
        unread = isRefused
          ? { kind: 'refused', reason: failure.reason, byServer: false, isKept }
          : { kind: 'offline', retryAtMs, isKept };
        if (hasUnsaved()) say(unread);
        sayTried();
        await pause(waitMs);
      }
    }
  }

  /** Called when the page may end: the server may begin another shared document before the next one opens. */
  function keepWhole() {
    if (shared === null || outbox.isEmpty) return;
    const whole = { before: base, after: shared.current };
    // Without room for that, what is kept already stays.
    keepEdits(storage, key, { epoch, updates: outbox.waiting.map(toBase64), whole });
  }

  const hasUnsaved = () => {
    const { document, name } = store.getState();
    return document !== base.document || name !== base.name;
  };

  /** Stores all changes until the document has been read, including those of the tab's earlier page. */
  function keepEarly() {
    const { name, document } = store.getState();
    const own = left.find((one) => one.key === key)?.edits ?? NO_EDITS;
    keep({ ...own, early: hasUnsaved() ? { before: base, after: { name, document } } : undefined });
    say(unread);
  }

  /** Restores early changes of previous pages; from now on they are stored with the ones made here. */
  function bringBackEarly() {
    const kept = left.filter(({ edits }) => edits.early !== undefined);
    if (kept.length === 0) return;
    for (const { edits } of kept) {
      if (edits.early !== undefined) show(bringOverKept(edits.early, store.getState()));
    }
    keepEarly();
    for (const { key: old, edits } of kept)
      if (old !== key && isKept) keepEdits(storage, old, { ...edits, early: undefined });
    options.onRestored();
  }

  async function begin(data: SharedUpdates) {
    if (shared === null || data.epoch !== epoch) return beginAnew(data);
    // The server may lack updates that it never confirmed. All of a large document would be too much for it.
    const known = data.updates.map(fromBase64);
    shared.apply(known);
    show(shared.current);
    outbox.replace([shared.beyond(known)]);
    reached(data);
  }

  function reached(data: SharedUpdates) {
    seq = data.seq;
    know(data.workflow);
  }

  async function beginAnew(data: SharedUpdates) {
    const joined = joinUpdates(data.updates.map(fromBase64));
    // A large workflow would block the page for too long without a pause.
    await pause(0);
    if (isStopped) return joined.destroy();
    const mine = store.getState();
    const opened = openSharedDocument(joined, base);
    epoch = data.epoch;
    const isOfThis = ({ edits }: LeftEdits) => edits.epoch === epoch;
    const found = left.filter(isOfThis).flatMap(({ edits }) => edits.updates.map(fromBase64));
    const hasFound = opened.apply(found) !== null;
    const merged = bringOver({ before: base, after: mine }, opened.current);
    const { workflow: mended, isLost } = bringOverLeft(
      left.filter((one) => !isOfThis(one)),
      merged,
    );
    const isRestored = hasFound || mended.document !== merged.document;
    const change = opened.change(mended);
    shared?.destroy();
    shared = opened;
    outbox.replace([...(hasFound ? found : []), ...(change === null ? [] : [change])]);
    for (const { key: old } of left) if (old !== key) storage.removeItem(old);
    left = [];
    show(mended);
    reached(data);
    if (isRestored) options.onRestored();
    if (isLost) options.onLost();
  }

  /** Goes on from the server's document. What only this browser had is the last step, which can be undone. */
  async function discard(): Promise<void> {
    const { data } = await client.call(getEditsEndpoint, { params, query: {} }, {});
    if (isStopped) return;
    const { name, document } = store.getState();
    base = { name, document };
    await beginAnew(data);
    if (!isStopped) recordShown(store, document, 'Discard changes');
  }

  /** Shows others' changes in the editor; the user's own steps can still be undone. */
  function show({ name, document }: SharedWorkflow) {
    const state = store.getState();
    if (document === state.document && name === state.name) return;
    sayIfOpenWasDeleted(state, document);
    isShowing = true;
    if (document === state.document) store.setState({ name });
    else replaceDocument(store, document, { name, history: state.history });
    isShowing = false;
  }

  const unsubscribe = store.subscribe((state, before) => {
    if (isShowing || state.readOnly) return;
    if (state.document === before.document && state.name === before.name) {
      if (state.problems !== before.problems) outbox.look();
      return;
    }
    take(state);
  });

  function take({ name, document }: SharedWorkflow) {
    if (shared === null) return keepEarly();
    const update = shared.change({ name, document });
    if (update !== null) outbox.add(update);
  }

  bringBackEarly();
  // The user may have typed while this was loading.
  if (hasUnsaved()) keepEarly();
  else say({ kind: 'saved' });
  const started = join();

  return {
    /** Sends unsaved edits; true if all are saved. */
    async flush(): Promise<boolean> {
      if (shared === null) await Promise.race([started, pause(JOIN_WITHIN_MS)]);
      return shared === null ? !hasUnsaved() : outbox.flush();
    },
    /** The version that the server last accepted or sent. */
    get version(): number {
      return version;
    },
    /** Settles when the document has been read, or the first attempt failed. */
    tried,
    known: () => (shared === null ? {} : { epoch, since: seq }),
    hear(event: SharedEvent) {
      if (event.kind === 'removed') isRemoved = true;
      if (event.kind !== 'updates' || shared === null || isStopped) return;
      if (event.epoch !== epoch) return void join();
      const news = shared.apply(event.updates.map(fromBase64));
      seq = event.seq;
      if (shared.isIncomplete) return void join();
      if (news !== null) show(shared.current);
      if (outbox.isEmpty) base = shared.current;
      know(event.workflow);
      if (!isRemoved) return;
      // It is shared again, so refused edits can be saved.
      isRemoved = false;
      outbox.look();
    },
    discard,
    keepWhole,
    retryNow: () => outbox.retryNow(),
    /** Stops sending, and storing in this browser. */
    stop() {
      isStopped = true;
      unsubscribe();
      outbox.dispose();
      storage.removeItem(key);
    },
    /** Ends with one last attempt to save pending edits. */
    async dispose(): Promise<void> {
      if (isStopped) return;
      unsubscribe();
      if (shared === null && hasUnsaved()) await Promise.race([started, pause(JOIN_WITHIN_MS)]);
      if (shared !== null) await outbox.flush();
      keepWhole();
      isStopped = true;
      outbox.dispose();
    },
  };
}
