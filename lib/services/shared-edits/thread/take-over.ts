import { countUpdates } from '../../../core/shared-document/count-update';
import {
  guardIntegration,
  type StepBudget,
  TooManySteps,
} from '../../../core/shared-document/guard-integration';
import type { SharedDocument, SharedWorkflow } from '../../../core/shared-document/shared-document';
import { RefusedUpdate } from '../../../core/shared-document/update-limits';
import { MAX_DOCUMENT_BYTES, WorkflowDocument, WorkflowName } from '../../../core/workflow/schema';
import { AppError } from '../../../platform/errors';
import { assertSavable } from '../../workflows/assert-savable';
import { sealDocument } from '../../workflows/stored-document';
import type { StoredWorkflow } from '../thread-protocol';

/** The steps that the updates of one request may take beyond one for each part. */
const MAX_STEPS = 500_000;

export interface TakenOver {
  updates: Uint8Array[];
  /** Null if the updates changed nothing that is shown. */
  written: StoredWorkflow | null;
}

/**
 * Applies a client's updates, unless the workflow could then not be saved.
 * @throws TooManySteps; AppError invalid_request, conflict, payload_too_large; the document is then not to be used any more
 */
export async function takeOver(
  workflowId: string,
  { shared, budget }: { shared: SharedDocument; budget: StepBudget },
  edits: readonly Uint8Array[],
): Promise<TakenOver> {
  const before = shared.current;
  countThese(edits);
  budget.allow(MAX_STEPS);
  const news = applied(shared, budget, edits);
  const updates = [news, shared.settle()].filter((update) => update !== null);
  const { name, document } = shared.current;
  if (document === before.document && name === before.name) return { updates, written: null };
  await assertWhole(shared.current, before);
  return { updates, written: { name, text: JSON.stringify(sealDocument(workflowId, document)) } };
}

function applied(
  shared: SharedDocument,
  budget: StepBudget,
  edits: readonly Uint8Array[],
): Uint8Array | null {
  let news: Uint8Array | null;
  try {
    news = shared.applyUnchecked(edits, (work) => guardIntegration(budget, work));
  } catch (cause) {
    if (cause instanceof TooManySteps) throw cause;
    throw refused(cause);
  }
  if (shared.isIncomplete)
    throw new AppError('conflict', 'Edits that these build on are missing; read them again.');
  return news;
}

function countThese(edits: readonly Uint8Array[]): void {
  try {
    countUpdates(edits);
  } catch (cause) {
    throw refused(cause);
  }
}

function refused(cause: unknown): AppError {
  const words = cause instanceof RefusedUpdate ? cause.message : 'These are no updates of this workflow.';
  return new AppError('invalid_request', words, { cause });
}

async function assertWhole({ name, document }: SharedWorkflow, before: SharedWorkflow): Promise<void> {
  const read = WorkflowDocument.safeParse(document);
  const issue = WorkflowName.safeParse(name).error?.issues[0] ?? read.error?.issues[0];
  if (issue !== undefined)
    throw new AppError('invalid_request', `The workflow can’t be saved: ${issue.message}`, {
      issues: [{ param: issue.path.join('.'), code: issue.code, message: issue.message }],
    });
  await assertSavable(document, async () => before.document);
  if (Buffer.byteLength(JSON.stringify(document)) > MAX_DOCUMENT_BYTES)
    throw new AppError('payload_too_large', 'The workflow is too large. Remove some of its blocks.');
}
