import { type Workflow, type WorkflowDocument, WorkflowSummary } from '@/lib/core/workflow/schema';
import { ApiError } from '@/lib/platform/http/client';
import { editedWorkflow } from '../document/edited-workflow';

/** Why a save failed. `theirs`: what the server holds instead of the version this save was based on. */
export type SaveFailure =
  | { kind: 'conflict'; theirs: Workflow }
  | { kind: 'refused'; reason: string }
  | { kind: 'unreachable' };

const CONFLICT = 409;
const TOO_MANY = 429;
const FIRST_SERVER_ERROR = 500;

/** What a failed save means. Words are for people: what is the matter, and what they can do. */
export function outcomeOfFailure(error: unknown): SaveFailure {
  if (!(error instanceof ApiError)) return { kind: 'unreachable' };
  if (error.status === CONFLICT) return conflictOf(error);
  if (error.status === TOO_MANY || error.status >= FIRST_SERVER_ERROR) return { kind: 'unreachable' };
  const details = error.problem.errors?.map((issue) => issue.message) ?? [];
  return { kind: 'refused', reason: details.length > 0 ? [...new Set(details)].join(' ') : error.message };
}

function conflictOf({ problem: { current, currentDocument } }: ApiError): SaveFailure {
  const stored = WorkflowSummary.safeParse(current);
  // A server of an earlier version doesn't say it all; while servers are replaced, its successor will.
  if (!stored.success || currentDocument === undefined) return { kind: 'unreachable' };
  const theirs = { ...stored.data, document: currentDocument as WorkflowDocument };
  return { kind: 'conflict', theirs: editedWorkflow(theirs) };
}
