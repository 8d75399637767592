import type { BulkCount, BulkGroup, BulkJob, BulkKind } from '@/lib/services/bulk/schema';
import { countOf } from '../ui/format-quantity';
import type { StatusKind } from '../ui/status';

export const KIND_WORDS: Readonly<Record<BulkKind, string>> = {
  'run-again': 'Run again',
  replay: 'Forecast',
  delete: 'Delete runs',
  cancel: 'Cancel runs',
};

const STATES: Readonly<Record<BulkJob['state'], { kind: StatusKind; label: string }>> = {
  running: { kind: 'running', label: 'Running' },
  paused: { kind: 'waiting', label: 'Paused' },
  stopped: { kind: 'cancelled', label: 'Stopped' },
  finished: { kind: 'success', label: 'Finished' },
};

export const stateLook = ({ state }: Pick<BulkJob, 'state'>) => STATES[state];

/** Says how many runs match, and whether that is too many. */
export function countWords({ matching, isMore, exact, most }: BulkCount): string {
  if (isMore) return `More than ${countOf(most, 'run')} match. Choose fewer, for example by dates.`;
  if (matching === 0) return 'No runs match.';
  return `${exact ? '' : 'At least '}${countOf(matching, 'run')}${matching === 1 ? ' matches' : ' match'}.`;
}

export function progressWords({ isSelecting, done, total }: BulkJob): string {
  if (isSelecting) return `Listing runs: ${total.toLocaleString('en')}`;
  return `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
}

const COMES: Readonly<Record<'succeeds' | 'fails' | 'unrecorded', string>> = {
  succeeds: 'would succeed',
  fails: 'would fail',
  unrecorded: 'depend on requests that were never recorded',
};

const AT_OUTCOME: Readonly<Record<BulkGroup['outcome'], string>> = {
  started: 'started',
  succeeds: COMES.succeeds,
  fails: 'would still fail',
  unrecorded: 'need a request that was never recorded',
  repeats: 'would repeat a request that was accepted',
  deleted: 'deleted',
  cancelled: 'cancelled',
  ended: 'had ended already',
  refused: 'refused',
  gone: 'no longer there',
};

/** Describes a group without its number of runs: `would still fail at “charge” (HTTP_STATUS)`. */
export function groupWords({ outcome, blockName, code, otherwise, mayDiffer, message }: BulkGroup): string {
  const place = blockName === null ? '' : ` at “${blockName}”`;
  const cause = code === null ? '' : ` (${code})`;
  const apart = otherwise === null ? '' : `; otherwise they ${COMES[otherwise]}`;
  const doubt = mayDiffer ? '; a server that was away may respond now' : '';
  const why = message === null ? '' : outcome === 'repeats' ? `. In one run, ${message}` : `: ${message}`;
  return `${AT_OUTCOME[outcome]}${place}${cause}${apart}${doubt}${why}`;
}

/** The look of a group in a report. */
export function groupTone({ outcome }: Pick<BulkGroup, 'outcome'>): StatusKind {
  if (outcome === 'fails') return 'error';
  if (outcome === 'repeats' || outcome === 'unrecorded' || outcome === 'refused') return 'warning';
  return outcome === 'gone' || outcome === 'ended' ? 'skipped' : 'success';
}
