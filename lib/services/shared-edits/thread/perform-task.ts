import { guardIntegration, StepBudget, TooManySteps } from '../../../core/shared-document/guard-integration';
import { requireCounts } from '../../../core/shared-document/require-counts';
import {
  joinUpdates,
  newSharedDocument,
  openSharedDocument,
  type SharedDocument,
} from '../../../core/shared-document/shared-document';
import { RefusedUpdate } from '../../../core/shared-document/update-limits';
import { withoutContainers } from '../../../core/workflow/containers';
import { migrateDocument, SCHEMA_VERSION } from '../../../core/workflow/migrate-document';
import { openDocument } from '../../workflows/stored-document';
import type {
  BeginTask,
  Edited,
  EditTask,
  StoredWorkflow,
  TaskResults,
  ThreadTask,
} from '../thread-protocol';
import { takeOver } from './take-over';

interface Open {
  shared: SharedDocument;
  /** Counts the steps of all updates since it was opened, and of opening it. */
  budget: StepBudget;
}

/** The documents that this thread has open. The process that asks for tasks decides which ones. */
const opened = new Map<string, Open>();

/** The steps beyond one for each part that a document may take to open in each browser: some tenths of a second. */
const MAX_STEPS = 1_000_000;

/** State of this many bytes is small, however little of it is shown. */
const SMALL_STATE_BYTES = 1024 * 1024;
/** A new state has at most three times the bytes of its workflow as JSON. */
const MAX_STATE_RATIO = 4;

/** @throws AppError invalid_request, conflict, payload_too_large */
export async function performTask(task: ThreadTask): Promise<TaskResults[keyof TaskResults]> {
  const { workflowId } = task;
  switch (task.kind) {
    case 'begin':
      return begin(task);
    case 'edit':
      return edit(task);
    case 'state': {
      const { shared } = opened.get(workflowId) as Open;
      return stateOf(shared);
    }
    case 'close':
      opened.get(workflowId)?.shared.destroy();
      opened.delete(workflowId);
      return null;
  }
}

const workflowOf = (workflowId: string, { name, text }: StoredWorkflow) => ({
  name,
  document: withoutContainers(openDocument(workflowId, JSON.parse(text))),
});

function begin({ workflowId, stored }: BeginTask): TaskResults['begin'] {
  opened.get(workflowId)?.shared.destroy();
  const shared = newSharedDocument(workflowOf(workflowId, stored));
  opened.set(workflowId, { shared, budget: new StepBudget() });
  return { state: shared.state() };
}

function stateOf(shared: SharedDocument): TaskResults['state'] {
  const state = shared.state();
  const isBloated =
    state.length > SMALL_STATE_BYTES &&
    state.length > MAX_STATE_RATIO * Buffer.byteLength(JSON.stringify(shared.current));
  return { state, isBloated };
}

async function edit(task: EditTask): Promise<Edited | null> {
  const { workflowId, saved, edits } = task;
  const open = openAt(task);
  if (open === null) return null;
  const { shared, budget } = open;
  const updates: Uint8Array[] = [];
  const add = (update: Uint8Array | null) => update !== null && updates.push(update);
  if (saved !== null) add(shared.change(workflowOf(workflowId, saved)));
  else if (shared.current.document.schemaVersion < SCHEMA_VERSION)
    add(shared.change({ ...shared.current, document: migrateDocument(shared.current.document) }));
  if (edits === null) return { updates, written: null, isHeavy: false };
  try {
    const taken = await takeOver(workflowId, open, edits);
    return {
      updates: [...updates, ...taken.updates],
      written: taken.written,
      isHeavy: budget.steps > MAX_STEPS,
    };
  } catch (error) {
    // Begun anew, the document has nothing at that place: editors then send the difference in few parts.
    if (error instanceof TooManySteps) return null;
    throw error;
  }
}

/** Returns null for a document that holds what no editor makes, or that takes too long to open. */
function openAt({ workflowId, isOpen, missing }: EditTask): Open | null {
  if (isOpen) {
    const known = opened.get(workflowId);
    if (known === undefined) throw new Error('A document is not open in this thread.');
    if (missing.length > 0) known.shared.apply(missing);
    return known;
  }
  opened.get(workflowId)?.shared.destroy();
  opened.delete(workflowId);
  const budget = new StepBudget();
  budget.allow(MAX_STEPS);
  try {
    const doc = guardIntegration(budget, () => joinUpdates(missing));
    requireCounts(doc);
    const shared = openSharedDocument(doc);
    if (!shared.isReadWhole) return null;
    opened.set(workflowId, { shared, budget });
    return { shared, budget };
  } catch (error) {
    if (error instanceof RefusedUpdate || error instanceof TooManySteps) return null;
    throw error;
  }
}
