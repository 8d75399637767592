import { isShortened } from '../../core/blocks/shortened-value';
import { holdsRedacted } from '../../core/redaction/rules';
import { isOfTrigger, startsRun } from '../../core/replay/compare-spans';
import type { RecordedRun } from '../../core/replay/recorded-run';
import { AppError } from '../../platform/errors';
import { isJsonObject } from '../../platform/text/exact-number';
import type { Actor } from '../access/actor';
import { compiledSnapshot, type RunnableWorkflow } from '../runs/compiled/runnable-workflow';
import type { StoredRun } from '../runs/recorded/read-recorded';
import type { ReplayVersion } from '../runs/shapes/replay-version';
import { workflowToRun } from '../runs/starting/admit';
import { canBeginAt } from '../triggers/registry/can-begin-at';

/** What starts a run again, from the log of the earlier one. */
interface AgainAsked extends Beginning {
  workflow: RunnableWorkflow;
}

/**
 * Returns the version to run and the input that started a run. @throws AppError not_found, forbidden,
 * invalid_request; conflict when that version does not exist, or the log does not hold the input
 */
export async function againAsked(
  actor: Actor,
  { run, recorded }: { run: Omit<StoredRun, 'recorded'>; recorded: RecordedRun },
  version: ReplayVersion,
): Promise<AgainAsked> {
  const workflow = await chosenWorkflow(actor, run, version);
  return { workflow, ...beginningOf(recorded, workflow) };
}

/** @throws AppError not_found, forbidden; conflict when that version does not exist */
async function chosenWorkflow(
  actor: Actor,
  run: Omit<StoredRun, 'recorded'>,
  version: ReplayVersion,
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
  if (holdsRedacted(input))
    throw new AppError(
      'conflict',
      'The input of this run is not complete in its log, because values were redacted. Start the run with them again.',
    );
  if (!isOfTrigger(span)) return { input };
  if (!canBeginAt(compiled, span))
    throw new AppError(
      'conflict',
      `This version of the workflow has no block “${span.name}” that it could begin with: ` +
        'it was deleted or turned off, or its settings have problems.',
    );
  return { input, entryBlock: span.blockId };
}
