import type { Workflow, WorkflowDocument } from '@/lib/core/workflow/schema';
import type { Client } from '@/lib/platform/http/client';
import { getWorkflowEndpoint, saveWorkflowEndpoint } from '@/lib/services/workflows/endpoints';
import { recordStep } from '../document/history';
import { sameJson } from '../document/same-json';
import { type EditorState, type EditorStore, replaceDocument } from '../store/editor-store';
import { createAutosave, type Draft, type SaveOutcome } from './autosave';
import { dropLocalDraft, type LocalDraft, writeLocalDraft } from './local-draft';
import { outcomeOfFailure } from './save-outcome';

export interface SaveControllerOptions {
  store: EditorStore;
  client: Client;
  storage: Storage;
  tabId: string;
  workflow: Workflow;
  /** Called after each save, with what the server holds now. */
  onSaved: (workflow: Workflow) => void;
}

const KEEP_DELAY_MS = 250;

type Named = Pick<Workflow, 'name' | 'document'>;

const isSame = (a: Named, b: Named) => a.name === b.name && sameJson(a.document, b.document);

export type SaveController = ReturnType<typeof createSaveController>;

/** Keeps the server's copy, this browser's draft and the editor's state in step. */
export function createSaveController(options: SaveControllerOptions) {
  const { store, client, storage, tabId, workflow, onSaved } = options;
  const params = { id: workflow.id };
  let isStopped = false;
  let keeping: ReturnType<typeof setTimeout> | undefined;
  /** What the server held when the edits here began; null when that isn't known any more. */
  let base: Named | null = workflow;

  const read = async () => (await client.call(getWorkflowEndpoint, { params })).data;

  async function put({ name, document }: Draft<WorkflowDocument>, version: number): Promise<SaveOutcome> {
    const body = { document, version, ...(name === base?.name ? {} : { name }) };
    try {
      const { data } = await client.call(saveWorkflowEndpoint, { params, body });
      base = { name: data.name, document };
      onSaved(data);
      return { kind: 'saved', version: data.version };
    } catch (error) {
      return outcomeOfFailure(error);
    }
  }

  /**
   * The server has it already: from another tab with the same draft, or from a save whose answer got lost.
   */
  function taken(theirs: Workflow, { document }: Draft<WorkflowDocument>): SaveOutcome {
    base = { name: theirs.name, document };
    onSaved(theirs);
    return { kind: 'saved', version: theirs.version };
  }

  /**
   * A version that only moved or renamed the workflow is no conflict: nothing of the document is overwritten.
   */
  async function save(draft: Draft<WorkflowDocument>, version: number): Promise<SaveOutcome> {
    const outcome = await put(draft, version);
    if (outcome.kind !== 'conflict') return outcome;
    const theirs = await read().catch(() => null);
    if (theirs !== null && isSame(theirs, draft)) return taken(theirs, draft);
    if (theirs === null || base === null || !sameJson(theirs.document, base.document)) return outcome;
    const renamedByMe = draft.name !== base.name;
    if (renamedByMe && theirs.name !== base.name && theirs.name !== draft.name) return outcome;
    base = { ...base, name: theirs.name };
    if (!renamedByMe) store.setState({ name: theirs.name });
    return put(renamedByMe ? draft : { ...draft, name: theirs.name }, theirs.version);
  }

  const autosave = createAutosave<WorkflowDocument>({
    version: workflow.version,
    save,
    refusal: () => store.getState().problems.find((problem) => problem.refuses)?.message ?? null,
    onState: (state) => {
      if (isStopped) return;
      store.setState({ save: state });
      if (state.kind !== 'saved') return keepSoon();
      clearTimeout(keeping);
      keeping = undefined;
      dropLocalDraft(storage, workflow.id, tabId);
    },
  });

  /** Writing a large document down takes longer than a key may: not at each one. */
  function keepSoon() {
    keeping ??= setTimeout(keepLocally, KEEP_DELAY_MS);
  }

  function keepLocally() {
    clearTimeout(keeping);
    keeping = undefined;
    const { name, document } = store.getState();
    writeLocalDraft(storage, workflow.id, tabId, {
      baseVersion: autosave.version,
      base: base === null ? null : { name: base.name, document: base.document },
      name,
      document,
      savedAtMs: Date.now(),
    });
  }

  const unsubscribe = store.subscribe((state, before) => {
    if (state.document !== before.document || state.name !== before.name) take(state, before);
  });

  function take(state: EditorState, before: EditorState) {
    const isBase = state.document === base?.document && state.name === base.name;
    if (state.readOnly || (isBase && autosave.pending === null)) return;
    autosave.change({ name: state.name, document: state.document });
    if (state.save.kind === before.save.kind) keepSoon();
  }
  take(store.getState(), store.getState());

  /** Shows what the server holds in place of what is shown; undo brings that back. */
  function adopt(theirs: Workflow, label: string) {
    const { document, history } = store.getState();
    base = theirs;
    replaceDocument(store, theirs.document, {
      name: theirs.name,
      history: recordStep(history, document, { label, atMs: Date.now() }),
    });
  }

  return {
    flush: () => autosave.flush(),
    /** Writes down what is still to be written down in this browser: the page may go. */
    keepNow() {
      if (keeping !== undefined) keepLocally();
    },
    retryNow: () => autosave.retryNow(),
    readTheirs: read,
    get base(): WorkflowDocument | null {
      return base?.document ?? null;
    },
    takeTheirs(theirs: Workflow) {
      autosave.resume(theirs.version, null);
      adopt(theirs, 'Take the other version');
    },
    /** Saves `document` over theirs; undo brings theirs back. */
    keepMine(theirs: Workflow, document: WorkflowDocument) {
      const { name, history } = store.getState();
      base = theirs;
      replaceDocument(store, document, {
        history: recordStep(history, theirs.document, { label: 'Keep my version', atMs: Date.now() }),
      });
      autosave.resume(theirs.version, { name, document });
    },
    /**
     * Picks up what was saved elsewhere while nothing here waits to be saved. True when there was something.
     */
    async refresh(): Promise<boolean> {
      if (autosave.state.kind !== 'saved') return false;
      const theirs = await read();
      if (autosave.state.kind !== 'saved' || theirs.version <= autosave.version) return false;
      const isShown = sameJson(theirs.document, store.getState().document);
      autosave.resume(theirs.version, null);
      if (isShown) store.setState({ name: theirs.name });
      else adopt(theirs, 'Changes from elsewhere');
      return !isShown;
    },
    /** Brings back a draft of an earlier visit; `conflict` when the workflow has been saved since. */
    restore(draft: LocalDraft): 'restored' | 'conflict' | 'same' {
      if (isSame(draft, workflow)) return 'same';
      const { history, document } = store.getState();
      const isCurrent =
        draft.baseVersion === workflow.version || (draft.base !== null && isSame(draft.base, workflow));
      if (!isCurrent) {
        base = draft.base;
        autosave.beginInConflict(draft);
      }
      replaceDocument(store, draft.document, {
        name: draft.name,
        history: recordStep(history, document, { label: 'Restore unsaved changes', atMs: Date.now() }),
      });
      return isCurrent ? 'restored' : 'conflict';
    },
    /** Nothing more is sent, or kept in this browser. */
    stop() {
      isStopped = true;
      clearTimeout(keeping);
      unsubscribe();
      autosave.dispose();
    },
    /** Ends with one last try to save what waits. */
    async dispose(): Promise<void> {
      if (isStopped) return;
      unsubscribe();
      if (keeping !== undefined) keepLocally();
      await autosave.flush();
      autosave.dispose();
    },
  };
}
