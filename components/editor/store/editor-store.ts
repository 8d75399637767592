import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ImportedVariable } from '@/lib/core/blocks/import-export';
import { createWorkflowCheck, type KnownNames } from '@/lib/core/workflow/check-workflow';
import { tidyGroups } from '@/lib/core/workflow/groups';
import type { Workflow, WorkflowDocument, WorkflowProblem } from '@/lib/core/workflow/schema';
import type { CommentThread } from '@/lib/services/comments/schema';
import type { Present } from '@/lib/services/shared-edits/schema';
import { localStore } from '../../ui/browser-storage';
import { editedWorkflow } from '../document/edited-workflow';
import { type BlockEdge, type BlockNode, toEdges, toNodes } from '../document/flow-elements';
import { EMPTY_HISTORY, type History, type MergeChange, recordStep } from '../document/history';
import type { InsertPlace } from '../document/insert-block';
import type { ConnectWish } from '../document/reconnect';
import { shortId } from '../document/short-id';
import type { AssistantWish } from './assistant-wish';
import { beginCheck, goOnChecking } from './check-in-slices';
import type { Uncovered } from './coverage-state';
import type { FreshBlock } from './fresh-block';
import type { ImportTarget, SecretsToMove } from './import-target';
import type { RunPart } from './run-part';
import { NO_RUN, type RunState } from './run-state';
import type { SaveState } from './save-state';
import { keepCollapsed, readCollapsed } from './saved-collapsed';
import type { ShownPins } from './shown-pin';
import { NO_TESTS, type TestState } from './test-state';

/** The state of the comments panel. */
export interface CommentsView {
  /** Null: the comments of the whole workflow and all its blocks. */
  blockId: string | null;
  /** True if the field for a new comment gets the focus. */
  writes?: boolean;
  /** The thread that the address leads to. */
  threadId?: string;
}

/** The state of the panel of proposals. */
export interface ProposalsView {
  /** Null: the list. */
  openId: string | null;
  /** True if the tests are run as soon as it is shown. */
  runsTests?: boolean;
}

export interface EditorState {
  workspaceId: string;
  workflowId: string;
  readOnly: boolean;
  /** The published version that callers run. */
  liveVersion: number | null;
  /** True while the publish dialog is open. */
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
  /** Applies a step's change to a document that others changed; replaced once sharing is loaded. */
  mergeChange: MergeChange;
  /** The canvas nodes of the document, with selection and positions during a drag. */
  nodes: BlockNode[];
  edges: BlockEdge[];
  /** Containers shown as one block, and groups shown as their title only. */
  collapsed: ReadonlySet<string>;
  /** True if the canvas is shown as a list of its blocks. */
  asList: boolean;
  /** The group whose title is being edited. */
  namedGroup: string | null;
  /** If true, a drag over empty ground selects with a frame; else it moves the view. */
  dragSelects: boolean;
  /** True if nothing is moved, connected or deleted by hand on the canvas. */
  locked: boolean;
  /** The container that the dragged blocks would go into. */
  dropTarget: string | null;
  /** The connection that the dragged block would go into. */
  dropEdge: string | null;
  /** The block whose panel is open. */
  openBlockId: string | null;
  /** The block that was just added, while its form is open. */
  fresh: FreshBlock | null;
  panelTab: string | null;
  /** The place for the block chosen in the palette; null while it is closed. */
  palette: InsertPlace | null;
  /** The connection that is being drawn by choosing a block; null while none is. */
  connecting: ConnectWish | null;
  /** The block to replace by another kind, while that is being chosen. */
  replacing: string | null;
  /** The blocks to move into a workflow of their own, while its name is asked for. */
  extracting: readonly string[] | null;
  /** The search text; null while the search is closed. */
  finding: string | null;
  /** The request to the assistant; null while its panel is closed. */
  assistant: AssistantWish | null;
  /** The target of an import; null while its dialog is closed. */
  importTarget: ImportTarget | null;
  /** Credentials of an import, while their variables are being named. */
  secretsToMove: SecretsToMove | null;
  /** Variables that imported requests read, to be created with their values. */
  importedVariables: readonly ImportedVariable[] | null;
  /** The name of a variable that a text uses, while it is being created. */
  variableToCreate: string | null;
  /** Pinned outputs by block id, as far as they are known. */
  pins: ShownPins;
  /**
   * By block id, when the pin was stored that was last removed here: a read from before the server removed
   * it still has it.
   */
  removedPins: Readonly<Record<string, string>>;
  /** Counts the server's messages that pins may have changed. */
  pinsChanged: number;
  /** The part to run after its input is entered; null while no input is requested. */
  partToRun: RunPart | null;
  /** The block whose pinned output is being edited. */
  editingPin: string | null;
  /** Comments on the workflow and its blocks; undefined until they are known. */
  threads: readonly CommentThread[] | undefined;
  /** The last revision of comments from the server; null before the first. */
  commentsRevision: string | null;
  /** Null while the panel of comments is closed. */
  commentsView: CommentsView | null;
  /** The list of proposals, or the one that is open; null while their panel is closed. */
  proposals: ProposalsView | null;
  /** True while the panel of tests is open. */
  testsOpen: boolean;
  tests: TestState;
  /** What no test and no recent run has passed; null while it isn't shown. */
  coverage: Uncovered | null;
  save: SaveState;
  /** Identifies this window among those that have the workflow open. */
  clientId: string;
  /** The other users who have it open, one entry for each window. */
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

/** The initial state of panels and dialogs when a workflow is opened. */
export const NOTHING_OPEN = {
  openBlockId: null,
  fresh: null,
  panelTab: null,
  palette: null,
  connecting: null,
  replacing: null,
  extracting: null,
  namedGroup: null,
  finding: null,
  assistant: null,
  importTarget: null,
  secretsToMove: null,
  importedVariables: null,
  variableToCreate: null,
  publishing: false,
  partToRun: null,
  editingPin: null,
  commentsView: null,
  testsOpen: false,
  proposals: null,
} as const;

/** Creates a store without checking its document (`checkDocument`), which takes longer than drawing it. */
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
    locked: false,
    dropTarget: null,
    dropEdge: null,
    ...NOTHING_OPEN,
    pins: {},
    removedPins: {},
    pinsChanged: 0,
    threads: undefined,
    commentsRevision: null,
    tests: NO_TESTS,
    coverage: null,
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

/** Applies one undoable step; does nothing if the document is the same or the editor is read-only. */
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

/** Replaces the document (and name), as undo and other users' changes do. */
export function replaceDocument(
  store: EditorStore,
  document: WorkflowDocument,
  rest: Pick<EditorState, 'history'> & Partial<Pick<EditorState, 'name'>>,
): void {
  store.setState({ ...showDocument(store.getState(), document), ...rest });
  finishCheck(store);
}

/** Records the change from `before` to the document that is shown as a step that can be undone. */
export function recordShown(store: EditorStore, before: WorkflowDocument, label: string): void {
  const { document: after, history } = store.getState();
  if (after === before) return;
  store.setState({ history: recordStep(history, { before, after }, { label, atMs: Date.now() }) });
}

export function checkDocument(store: EditorStore): void {
  const { document, check, problems, variables, connections } = store.getState();
  store.setState({ problems: beginCheck(check, document, { variables, connections }) ?? problems });
  finishCheck(store);
}

/** Checks a large document in slices; until then its previous problems are shown. */
function finishCheck(store: EditorStore): void {
  goOnChecking(store.getState().check, (problems) => store.setState({ problems }));
}

/** Sets the known variables and connections, on which problems depend. */
export function setKnownNames(store: EditorStore, known: KnownNames): void {
  store.setState(known);
  checkDocument(store);
}

/** Stores the collapsed state in this browser: it is not a change of the workflow. */
export function showCollapsed(store: EditorStore, collapsed: ReadonlySet<string>): void {
  keepCollapsed(localStore, store.getState().workflowId, collapsed);
  collapse(store, collapsed);
}

/** Restores the containers that were collapsed when the workflow was left. */
export function showSavedCollapsed(store: EditorStore): void {
  const { workflowId, collapsed } = store.getState();
  const kept = readCollapsed(localStore, workflowId);
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
