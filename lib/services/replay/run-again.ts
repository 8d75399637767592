import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { isShortened } from '../../core/blocks/shortened-value';
import type { JournalEntry } from '../../core/engine/ports';
import { isOfTrigger, startsRun } from '../../core/replay/compare-spans';
import type { RecordedRun } from '../../core/replay/recorded-run';
import { retainedEntries } from '../../core/replay/retained-entries';
import { graphOf, outermostAround } from '../../core/workflow/graph';
import { AppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import type { Reply } from '../../platform/http/reply';
import { isJsonObject } from '../../platform/text/exact-number';
import { type Actor, requireRole } from '../access/actor';
import { findLog } from '../logs/get-log';
import { compiledSnapshot, type RunnableWorkflow } from '../runs/compiled/runnable-workflow';
import type { RunResult } from '../runs/schema';
import { workflowToRun } from '../runs/starting/admit';
import { answerRun, formatFor } from '../runs/starting/answers';
import { callersRequest, startRun } from '../runs/starting/start-run';
import { canBeginAt } from '../triggers/registry/can-begin-at';
import { environmentOf } from '../variables/environment';
import { readVariables } from '../variables/read-variables';
import { noteRepeated } from './note-repeated';
import { readRecorded, type StoredRun } from './read-recorded';
import { REPLAY_ROLES } from './replay-roles';
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
  if (run.recorded === null)
    throw new AppError('payload_too_large', 'The values of this run are too large to be taken from its log.');
  const workflow = await chosenWorkflow(actor, run, version);
  const { input, entryBlock } = beginningOf(run.recorded, workflow);
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

/** @throws AppError not_found, forbidden; conflict when that version does not exist */
async function chosenWorkflow(
  actor: Actor,
  run: StoredRun,
  version: AgainVersion,
): Promise<RunnableWorkflow> {
  const { workflowId, snapshotHash } = run;
  if (version !== 'original') return workflowToRun(actor, { workflowId, version });
  // By its own version, because none may be live any more.
  const current = await workflowToRun(actor, { workflowId, version: run.version ?? 'draft' });
  const compiled = await compiledSnapshot(workflowId, snapshotHash);
  return { ...current, compiled, snapshotHash, version: run.version };
}

interface Beginning {
  input: Record<string, unknown>;
  entryBlock?: string;
}

/** Returns the input that started the run, from its log. @throws AppError conflict */
function beginningOf(recorded: RecordedRun, { compiled }: RunnableWorkflow): Beginning {
  const span = recorded.spans.find(startsRun);
  if (span === undefined)
    throw new AppError('conflict', 'No block of this run has begun, so there is no input to run again with.');
  const input = isOfTrigger(span) ? (recorded.wholes.get(span.id) ?? span.output) : span.input;
  if (!isJsonObject(input) || isShortened(input) || Object.values(input).some(isShortened))
    throw new AppError('conflict', 'The input of this run was too large to be kept in its log.');
  if (!isOfTrigger(span)) return { input };
  if (!canBeginAt(compiled, span))
    throw new AppError(
      'conflict',
      `This version of the workflow has no block “${span.name}” that it could begin with: ` +
        'it was deleted or turned off, or its settings have problems.',
    );
  return { input, entryBlock: span.blockId };
}

/** @throws AppError conflict with the reason why it can't continue from that block */
async function keptOf(
  recorded: RecordedRun,
  { compiled, workspaceId, version }: RunnableWorkflow,
  from: string,
): Promise<JournalEntry[]> {
  const { values, plain } = await readVariables({ workspaceId, environment: environmentOf(version) });
  const kept = retainedEntries(compiled, recorded, blockDefinitions, {
    fromId: outermostAround(graphOf(compiled.document), from),
    at: new Date().toISOString(),
    secretNames: new Set([...values.keys(), ...compiled.variableNames].filter((name) => !plain.has(name))),
  });
  if ('refusal' in kept) throw new AppError('conflict', kept.refusal);
  return kept.entries;
}
