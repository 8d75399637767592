import { createStore, type StoreApi } from 'zustand/vanilla';
import { createWorkflowCheck, type KnownNames } from '@/lib/core/workflow/check-workflow';
import type { Workflow, WorkflowDocument, WorkflowProblem } from '@/lib/core/workflow/schema';
import { editedWorkflow } from '../document/edited-workflow';
import { type BlockEdge, type BlockNode, toEdges, toNodes } from '../document/flow-elements';
import { EMPTY_HISTORY, type History, recordStep } from '../document/history';
import type { InsertPlace } from '../document/insert-block';
import type { ImportTarget, SecretsToMove } from './import-target';
import { collapsedKept, keepCollapsed } from './kept-collapsed';
import { NO_RUN, type RunState } from './run-state';
import type { SaveState } from './save-state';

export interface EditorState {
  workspaceId: string;
  workflowId: string;
  readOnly: boolean;
  /** The published version that callers run. */
  liveVersion: number | null;
  /** Whether the question for the note of a new version is open. */
  publishing: boolean;
  name: string;
  document: WorkflowDocument;
  problems: readonly WorkflowProblem[];
  check: ReturnType<typeof createWorkflowCheck>;
  /** Names of the workspace's variables; undefined until they are known. */
  variables: readonly string[] | undefined;
  /** Ids of the workspace's connections; undefined until they are known. */
  connections: readonly string[] | undefined;
  history: History;
  /** The document as the canvas shows it, with selection and the places of a drag under way. */
  nodes: BlockNode[];
  edges: BlockEdge[];
  /** Containers that are shown as one block. */
  collapsed: ReadonlySet<string>;
  /** The container that what is being dragged would go into. */
  dropTarget: string | null;
  /** The block whose panel is open. */
  openBlockId: string | null;
  panelTab: string | null;
  /** Where the palette's choice goes; null while it is closed. */
  palette: InsertPlace | null;
  /** What is being looked for in the workflow; null while nothing is. */
  finding: string | null;
  /** Where an import goes; null while its dialog is closed. */
  importTarget: ImportTarget | null;
  /** Credentials of an import, while their variables are being named. */
  secretsToMove: SecretsToMove | null;
  /** Name of a variable that a text asks for, while it is being created. */
  variableToCreate: string | null;
  save: SaveState;
  run: RunState;
  runPanelOpen: boolean;
}

export type EditorStore = StoreApi<EditorState>;

export interface EditorStart {
  workflow: Pick<Workflow, 'id' | 'workspaceId' | 'name' | 'document'> &
    Partial<Pick<Workflow, 'liveVersion'>>;
  readOnly: boolean;
}

/** Panels and dialogs as they are when a workflow is opened. */
export const NOTHING_OPEN = {
  openBlockId: null,
  panelTab: null,
  palette: null,
  finding: null,
  importTarget: null,
  secretsToMove: null,
  variableToCreate: null,
  publishing: false,
} as const;

/** Its document is not checked yet (`checkDocument`): that takes longer than drawing it. */
export function createEditorStore({ workflow, readOnly }: EditorStart): EditorStore {
  const { document } = editedWorkflow(workflow);
  return createStore<EditorState>(() => ({
    workspaceId: workflow.workspaceId,
    workflowId: workflow.id,
    readOnly,
    liveVersion: workflow.liveVersion ?? null,
    name: workflow.name,
    document,
    check: createWorkflowCheck(),
    problems: [],
    variables: undefined,
    connections: undefined,
    history: EMPTY_HISTORY,
    nodes: toNodes(document, []),
    edges: toEdges(document, []),
    collapsed: NONE,
    dropTarget: null,
    ...NOTHING_OPEN,
    save: { kind: 'saved' },
    run: NO_RUN,
    runPanelOpen: false,
  }));
}

const NONE: ReadonlySet<string> = new Set();

export interface Step {
  label: string;
  /** Steps with the same key in quick succession are undone together. */
  mergeKey?: string;
  nowMs?: number;
}

/** One undoable step. Nothing happens when the document is the same object, or the editor is read-only. */
export function commitDocument(store: EditorStore, document: WorkflowDocument, step: Step): void {
  const state = store.getState();
  if (document === state.document || state.readOnly) return;
  const { label, mergeKey, nowMs = Date.now() } = step;
  store.setState({
    ...showDocument(state, document),
    history: recordStep(state.history, state.document, { label, mergeKey, atMs: nowMs }),
  });
}

/** Another document (and name) in place of the present one, as undo and conflicts bring it. */
export function replaceDocument(
  store: EditorStore,
  document: WorkflowDocument,
  rest: Pick<EditorState, 'history'> & Partial<Pick<EditorState, 'name'>>,
): void {
  store.setState({ ...showDocument(store.getState(), document), ...rest });
}

export function checkDocument(store: EditorStore): void {
  const { document, check, variables, connections } = store.getState();
  store.setState({ problems: check(document, { variables, connections }) });
}

/** Problems depend on which variables and connections there are. */
export function setKnownNames(store: EditorStore, known: KnownNames): void {
  store.setState(known);
  checkDocument(store);
}

/** Kept in this browser: how somebody looks at a workflow is no change of it. */
export function showCollapsed(store: EditorStore, collapsed: ReadonlySet<string>): void {
  keepCollapsed(globalThis.localStorage, store.getState().workflowId, collapsed);
  collapse(store, collapsed);
}

/** A workflow opens with the containers collapsed that were when it was left. */
export function showKeptCollapsed(store: EditorStore): void {
  const { workflowId, collapsed } = store.getState();
  const kept = collapsedKept(globalThis.localStorage, workflowId);
  if (kept.size > 0 && collapsed.size === 0) collapse(store, kept);
}

function collapse(store: EditorStore, collapsed: ReadonlySet<string>): void {
  const { document, nodes, edges } = store.getState();
  store.setState({
    collapsed,
    nodes: toNodes(document, nodes, collapsed),
    edges: toEdges(document, edges, undefined, collapsed),
  });
}

function showDocument(state: EditorState, document: WorkflowDocument): Partial<EditorState> {
  return {
    document,
    problems: state.check(document, { variables: state.variables, connections: state.connections }),
    nodes: toNodes(document, state.nodes, state.collapsed),
    edges: toEdges(document, state.edges, state.document, state.collapsed),
    openBlockId:
      state.openBlockId !== null && document.blocks[state.openBlockId] === undefined
        ? null
        : state.openBlockId,
  };
}
