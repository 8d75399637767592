import type { JournalEntry } from '../../core/engine/ports';
import type { RecordedRun } from '../../core/replay/recorded-run';
import { AppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import type { Reply } from '../../platform/http/reply';
import { type Actor, requireRole } from '../access/actor';
import { findLog } from '../logs/get-log';
import type { RunnableWorkflow } from '../runs/compiled/runnable-workflow';
import { readRecorded } from '../runs/recorded/read-recorded';
import { retainedJournal } from '../runs/recorded/retained-journal';
import type { RunResult } from '../runs/schema';
import { answerRun, formatFor } from '../runs/starting/answers';
import { callersRequest, startRun } from '../runs/starting/start-run';
import { againAsked } from './again-asked';
import { noteRepeated } from './note-repeated';
import { REPLAY_ROLES } from './replay-roles';
import { PAYLOAD_DELETED } from './replay-stored';
import type { AgainVersion } from './schema';

interface Again {
  id: string;
  version: AgainVersion;
  /** The block to continue from. */
  from?: string | undefined;
}

/**
 * Runs a workflow again with the input of an earlier run; with `from`, blocks before that block keep their
 * recorded output and do not run.
 * @throws AppError not_found, forbidden, conflict, payload_too_large, rate_limited, usage_exceeded,
 * unavailable
 */
export async function runAgain(
  actor: Actor,
  { id, version, from }: Again,
  context: RequestContext,
): Promise<RunResult | Reply> {
  // Checks the actor's access.
  const log = await findLog(actor, id);
  const [run] = await readRecorded([log.id]);
  if (run === undefined) throw new AppError('not_found', 'Log not found, or you have no access to it.');
  requireRole(actor, run.workspaceId, REPLAY_ROLES.runAgain);
  if (run.isPayloadDeleted) throw new AppError('conflict', PAYLOAD_DELETED);
  if (run.recorded === null)
    throw new AppError('payload_too_large', 'The values of this run are too large to be taken from its log.');
  const { workflow, input, entryBlock } = await againAsked(actor, { run, recorded: run.recorded }, version);
  const restored = from === undefined ? undefined : await keptOf(run.recorded, workflow, from);
  const tags = run.tags.length > 0 && { tags: run.tags };
  const asked = {
    workflow,
    entryBlock,
    input,
    mode: 'sync' as const,
    ...(restored && { restored }),
    ...tags,
  };
  const started = await startRun(callersRequest(actor, context, asked));
  await noteRepeated(started.row, { logId: log.id, fromBlock: from ?? null });
  return answerRun(started, formatFor(context), context);
}

/** @throws AppError conflict with the reason why it can't continue from that block */
async function keptOf(
  recorded: RecordedRun,
  workflow: RunnableWorkflow,
  from: string,
): Promise<JournalEntry[]> {
  const kept = await retainedJournal(recorded, workflow, from);
  if ('refusal' in kept) throw new AppError('conflict', kept.refusal);
  return kept.entries;
}
