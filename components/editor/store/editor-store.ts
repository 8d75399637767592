import { createStore, type StoreApi } from 'zustand/vanilla';
import { createWorkflowCheck, type KnownNames } from '@/lib/core/workflow/check-workflow';
import { tidyGroups } from '@/lib/core/workflow/groups';
import type { Workflow, WorkflowDocument, WorkflowProblem } from '@/lib/core/workflow/schema';
import type { CommentThread } from '@/lib/services/comments/schema';
import type { Present } from '@/lib/services/shared-edits/schema';
import { editedWorkflow } from '../document/edited-workflow';
import { type BlockEdge, type BlockNode, toEdges, toNodes } from '../document/flow-elements';
import { EMPTY_HISTORY, type History, type MergeChange, recordStep } from '../document/history';
import type { InsertPlace } from '../document/insert-block';
import type { ConnectWish } from '../document/reconnect';
import { shortId } from '../document/short-id';
import type { AssistantWish } from './assistant-wish';
import { beginCheck, goOnChecking } from './check-in-slices';
import type { FreshBlock } from './fresh-block';
import type { ImportTarget, SecretsToMove } from './import-target';
import { collapsedKept, keepCollapsed } from './kept-collapsed';
import type { RunPart } from './run-part';
import { NO_RUN, type RunState } from './run-state';
import type { SaveState } from './save-state';
import type { ShownPins } from './shown-pin';

/** What the panel of comments shows. */
export interface CommentsView {
  /** Null: those of the whole workflow and all its blocks. */
  blockId: string | null;
  /** The field for a new comment has the focus. */
  writes?: boolean;
}

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
  /** Makes a step's change to a document that others changed; until edits are shared, nobody did. */
  mergeChange: MergeChange;
  /** The document as the canvas shows it, with selection and the places of a drag under way. */
  nodes: BlockNode[];
  edges: BlockEdge[];
  /** Containers that are shown as one block, and groups of which only the title is shown. */
  collapsed: ReadonlySet<string>;
  /** The canvas is shown as a list of its blocks. */
  asList: boolean;
  /** The group whose title is being typed. */
  namedGroup: string | null;
  /** A drag over empty ground draws a frame around what it selects; else it moves the view. */
  dragSelects: boolean;
  /** The container that what is being dragged would go into. */
  dropTarget: string | null;
  /** The connection that it would go into. */
  dropEdge: string | null;
  /** The block whose panel is open. */
  openBlockId: string | null;
  /** The block that was just added, while its form is open. */
  fresh: FreshBlock | null;
  panelTab: string | null;
  /** Where the palette's choice goes; null while it is closed. */
  palette: InsertPlace | null;
  /** The connection that is being drawn by choosing a block; null while none is. */
  connecting: ConnectWish | null;
  /** The block that is to become one of another kind, while that is chosen. */
  replacing: string | null;
  /** What is being looked for in the workflow; null while nothing is. */
  finding: string | null;
  /** What the assistant is asked for; null while its panel is closed. */
  assistant: AssistantWish | null;
  /** Where an import goes; null while its dialog is closed. */
  importTarget: ImportTarget | null;
  /** Credentials of an import, while their variables are being named. */
  secretsToMove: SecretsToMove | null;
  /** Name of a variable that a text asks for, while it is being created. */
  variableToCreate: string | null;
  /** Pinned outputs by block id, as far as they are known. */
  pins: ShownPins;
  /** How often the server said that pins may have changed. */
  pinsChanged: number;
  /** What is to run once its input is given; null while no input is asked for. */
  partToRun: RunPart | null;
  /** The block whose pinned output is being edited. */
  editingPin: string | null;
  /** Comments on the workflow and its blocks; undefined until they are known. */
  threads: readonly CommentThread[] | undefined;
  /** Which ones the server said last that there are; null until it has said so. */
  commentsRevision: string | null;
  /** Null while the panel of comments is closed. */
  commentsView: CommentsView | null;
  save: SaveState;
  /** Names this window among those that have the workflow open. */
  clientId: string;
  /** Who else has it open, one for each window. */
  present: readonly Present[];
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
  fresh: null,
  panelTab: null,
  palette: null,
  connecting: null,
  replacing: null,
  namedGroup: null,
  finding: null,
  assistant: null,
  importTarget: null,
  secretsToMove: null,
  variableToCreate: null,
  publishing: false,
  partToRun: null,
  editingPin: null,
  commentsView: null,
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
    mergeChange: (_, after) => after,
    nodes: toNodes(document, []),
    edges: toEdges(document, []),
    collapsed: NONE,
    asList: false,
    dragSelects: false,
    dropTarget: null,
    dropEdge: null,
    ...NOTHING_OPEN,
    pins: {},
    pinsChanged: 0,
    threads: undefined,
    commentsRevision: null,
    save: { kind: 'saved' },
    clientId: shortId(),
    present: NOBODY,
    run: NO_RUN,
    runPanelOpen: false,
  }));
}

const NONE: ReadonlySet<string> = new Set();
const NOBODY: readonly Present[] = [];

export interface Step {
  label: string;
  /** Steps with the same key in quick succession are undone together. */
  mergeKey?: string;
  nowMs?: number;
}

/** One undoable step. Nothing happens when the document is the same object, or the editor is read-only. */
export function commitDocument(store: EditorStore, changed: WorkflowDocument, step: Step): void {
  const state = store.getState();
  const document = tidyGroups(changed);
  if (document === state.document || state.readOnly) return;
  const { label, mergeKey, nowMs = Date.now() } = step;
  store.setState({
    ...showDocument(state, document),
    history: recordStep(
      state.history,
      { before: state.document, after: document },
      { label, mergeKey, atMs: nowMs },
    ),
  });
  finishCheck(store);
}

/** Another document (and name) in place of the present one, as undo and others bring it. */
export function replaceDocument(
  store: EditorStore,
  document: WorkflowDocument,
  rest: Pick<EditorState, 'history'> & Partial<Pick<EditorState, 'name'>>,
): void {
  store.setState({ ...showDocument(store.getState(), document), ...rest });
  finishCheck(store);
}

export function checkDocument(store: EditorStore): void {
  const { document, check, problems, variables, connections } = store.getState();
  store.setState({ problems: beginCheck(check, document, { variables, connections }) ?? problems });
  finishCheck(store);
}

/** A large document is checked a little at a time; its problems are those of before until then. */
function finishCheck(store: EditorStore): void {
  goOnChecking(store.getState().check, (problems) => store.setState({ problems }));
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
  const { variables, connections } = state;
  return {
    document,
    problems: beginCheck(state.check, document, { variables, connections }) ?? state.problems,
    nodes: toNodes(document, state.nodes, state.collapsed),
    edges: toEdges(document, state.edges, state.document, state.collapsed),
    openBlockId:
      state.openBlockId !== null && document.blocks[state.openBlockId] === undefined
        ? null
        : state.openBlockId,
  };
}
