import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { countOf } from '../../ui/format-quantity';
import { failedBlock, isActive, type RunState } from '../store/run-state';

/**
 * Returns the announcement about a run for screen readers; null while there is nothing new to announce.
 * Blocks that succeed are not announced: a thousand would be read out for minutes. The reason of a failure
 * is in the run's result.
 */
export function runWords(run: RunState, was: RunState, document: WorkflowDocument): string | null {
  const nameOf = (id: string | null) => document.blocks[id ?? '']?.name;
  if (run.phase === 'parked') return waitWords(run, was, nameOf);
  if (run.phase !== was.phase) {
    if (run.phase === 'running' && was.phase === 'starting') return 'Run started.';
    // A run that was refused before it began has no execution.
    if (run.phase === 'failed' && run.executionId === null) return 'The run could not be started.';
    return isActive(was) ? endWords(run, nameOf) : null;
  }
  return isActive(run) ? failureWords(run, was, nameOf) : null;
}

/** Announces the waiting block, which is fetched only after the run is parked. */
function waitWords(
  run: RunState,
  was: RunState,
  nameOf: (id: string | null) => string | undefined,
): string | null {
  const at = run.waits[0]?.blockId;
  if (was.phase === 'parked' && (at === undefined || at === was.waits[0]?.blockId)) return null;
  const waiting = nameOf(at ?? null);
  return waiting === undefined ? 'The run is waiting.' : `The run is waiting at ${waiting}.`;
}

function endWords(run: RunState, nameOf: (id: string | null) => string | undefined): string | null {
  if (run.phase === 'failed') return 'Run failed.';
  if (run.phase !== 'finished' || run.answer === null) return null;
  const { status, error } = run.answer;
  if (status === 'success') {
    const ran = Object.values(run.blocks).filter(({ status: own }) => own !== 'skipped' && own !== 'queued');
    return `Run succeeded. ${countOf(ran.length, 'block')} ran.`;
  }
  if (error?.code === 'CANCELLED') return 'Run stopped.';
  const at = nameOf(failedBlock(run));
  return at === undefined ? 'Run failed.' : `Run failed at ${at}.`;
}

/** Announces a block whose failure didn't end the run. */
function failureWords(
  run: RunState,
  was: RunState,
  nameOf: (id: string | null) => string | undefined,
): string | null {
  if (run.blocks === was.blocks) return null;
  for (const [id, block] of Object.entries(run.blocks)) {
    if (block.status !== 'error' || was.blocks[id]?.status === 'error') continue;
    return `${nameOf(id) ?? 'A block'} failed.`;
  }
  return null;
}
