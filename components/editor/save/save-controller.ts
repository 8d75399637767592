import { sameJson } from '@/lib/core/workflow/same-json';
import type { Workflow, WorkflowDocument, WorkflowSummary } from '@/lib/core/workflow/schema';
import type { Client } from '@/lib/platform/http/client';
import {
  getWorkflowEndpoint,
  MINIMAL_ANSWER,
  saveWorkflowBrieflyEndpoint,
} from '@/lib/services/workflows/endpoints';
import { editedWorkflow } from '../document/edited-workflow';
import { recordStep } from '../document/history';
import { type EditorState, type EditorStore, replaceDocument } from '../store/editor-store';
import { createAutosave, type Draft, type SaveOutcome } from './autosave';
import { dropLocalDraft, type LocalDraft, writeLocalDraft } from './local-draft';
import { outcomeOfFailure, type SaveFailure } from './save-outcome';
import { whenIdle } from './when-idle';

export interface SaveControllerOptions {
  store: EditorStore;
  client: Client;
  storage: Storage;
  tabId: string;
  workflow: Workflow;
  /** Called after each save, with what the server holds now. */
  onSaved: (workflow: WorkflowSummary) => void;
}

/** A page that crashes while somebody types loses this much at most. */
const DRAFT_WITHIN_MS = 1_000;

type Named = Pick<Workflow, 'name' | 'document'>;

const isSame = (a: Named, b: Named) => a.name === b.name && sameJson(a.document, b.document);

export type SaveController = ReturnType<typeof createSaveController>;

/** Keeps the server's copy, this browser's draft and the editor's state in step. */
export function createSaveController(options: SaveControllerOptions) {
  const { store, client, storage, tabId, workflow, onSaved } = options;
  const params = { id: workflow.id };
  let isStopped = false;
  let adoptsName = false;
  /** Takes back that the draft is to be written; undefined when nothing is to be. */
  let keeping: (() => void) | undefined;
  /** What another version holds, from when it is met until one of the two is chosen. */
  let theirs: Workflow | null = null;
  /** What the server held when the edits here began; null when that isn't known any more. */
  let base: Named | null = workflow;

  async function put(
    { name, document }: Draft<WorkflowDocument>,
    version: number,
  ): Promise<Extract<SaveOutcome, { kind: 'saved' }> | SaveFailure> {
    const body = { document, version, ...(name === base?.name ? {} : { name }) };
    try {
      const options = { headers: MINIMAL_ANSWER };
      const { data } = await client.call(saveWorkflowBrieflyEndpoint, { params, body }, options);
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
  function taken(stored: Workflow, { document }: Draft<WorkflowDocument>): SaveOutcome {
    base = { name: stored.name, document };
    onSaved(stored);
    return { kind: 'saved', version: stored.version };
  }

  /**
   * A version that only moved or renamed the workflow is no conflict: nothing of the document is overwritten.
   */
  async function save(draft: Draft<WorkflowDocument>, version: number): Promise<SaveOutcome> {
    const outcome = await put(draft, version);
    if (outcome.kind !== 'conflict') return outcome;
    const stored = outcome.theirs;
    if (isSame(stored, draft)) return taken(stored, draft);
    const onlyRenamed = base !== null && sameJson(stored.document, base.document);
    const renamedByMe = draft.name !== base?.name;
    if (!onlyRenamed || (renamedByMe && stored.name !== base?.name && stored.name !== draft.name))
      return meet(outcome);
    base = { name: stored.name, document: stored.document };
    if (!renamedByMe) adoptName(stored.name, draft);
    const again = await put(renamedByMe ? draft : { ...draft, name: stored.name }, stored.version);
    return again.kind === 'conflict' ? meet(again) : again;
  }

  /** Saved together with `draft`: it is no change to be saved by itself, unless there is a later one. */
  function adoptName(name: string, draft: Draft<WorkflowDocument>) {
    adoptsName = autosave.pending === draft;
    store.setState({ name });
    adoptsName = false;
  }

  function meet(conflict: Extract<SaveFailure, { kind: 'conflict' }>): SaveOutcome {
    theirs = conflict.theirs;
    return { kind: 'conflict' };
  }

  const autosave = createAutosave<WorkflowDocument>({
    version: workflow.version,
    save,
    refusal: () => store.getState().problems.find((problem) => problem.refuses)?.message ?? null,
    onState: (state) => {
      if (isStopped) return;
      store.setState({ save: state });
      if (state.kind !== 'saved') return keepSoon();
      keepNoMore();
      dropLocalDraft(storage, workflow.id, tabId);
    },
  });

  /** Writing a large document down takes longer than a key may: now and then, when there is time. */
  function keepSoon() {
    keeping ??= whenIdle(keepLocally, DRAFT_WITHIN_MS);
  }

  function keepNoMore() {
    keeping?.();
    keeping = undefined;
  }

  function keepLocally() {
    keepNoMore();
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
    if (adoptsName) return;
    const isBase = state.document === base?.document && state.name === base.name;
    if (state.readOnly || (isBase && autosave.pending === null)) return;
    autosave.change({ name: state.name, document: state.document });
    if (state.save.kind === before.save.kind) keepSoon();
  }
  take(store.getState(), store.getState());

  /** Shows what the server holds in place of what is shown; undo brings that back. */
  function adopt(stored: Workflow, label: string) {
    const { document, history } = store.getState();
    base = stored;
    replaceDocument(store, stored.document, {
      name: stored.name,
      history: recordStep(history, document, { label, atMs: Date.now() }),
    });
  }

  return {
    flush: () => autosave.flush(),
    /** Of what the server last took or gave. */
    get version(): number {
      return autosave.version;
    },
    /** Writes down what is still to be written down in this browser: the page may go. */
    keepNow() {
      if (keeping !== undefined) keepLocally();
    },
    retryNow: () => autosave.retryNow(),
    /** The other version, while there are two to choose from. */
    get theirs(): Workflow | null {
      return theirs;
    },
    get base(): WorkflowDocument | null {
      return base?.document ?? null;
    },
    takeTheirs(stored: Workflow) {
      theirs = null;
      autosave.resume(stored.version, null);
      adopt(stored, 'Take the other version');
    },
    /** Saves `document` over theirs; undo brings theirs back. */
    keepMine(stored: Workflow, document: WorkflowDocument) {
      const { name, history } = store.getState();
      theirs = null;
      base = stored;
      replaceDocument(store, document, {
        history: recordStep(history, stored.document, { label: 'Keep my version', atMs: Date.now() }),
      });
      autosave.resume(stored.version, { name, document });
    },
    /**
     * Picks up what was saved elsewhere while nothing here waits to be saved. True when there was something.
     */
    async refresh(): Promise<boolean> {
      if (autosave.state.kind !== 'saved') return false;
      const { data } = await client.call(getWorkflowEndpoint, { params });
      const stored = editedWorkflow(data);
      if (autosave.state.kind !== 'saved' || stored.version <= autosave.version) return false;
      const isShown = sameJson(stored.document, store.getState().document);
      autosave.resume(stored.version, null);
      if (isShown) store.setState({ name: stored.name });
      else adopt(stored, 'Changes from elsewhere');
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
        theirs = workflow;
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
      keepNoMore();
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
