import { FAULTS, type Fault } from '@/lib/core/rehearsal/fault';
import type { RehearsedCase, RehearsedRequest } from '@/lib/core/rehearsal/rehearsal-shape';
import type { Rehearsal } from '@/lib/services/rehearsal/schema';
import type { Tone } from '../ui/badge';

type Outcome = RehearsedCase['outcome'];

/** The name of a fault as the head of a row. */
export const FAULT_TITLES: Readonly<Record<Fault, string>> = {
  refused: 'Connection refused',
  timeout: 'Timeout',
  'rate-limited': '429 once',
  'rate-limited-with-delay': '429 once, Retry-After',
  'error-once': '500 once',
  'error-always': '500 always',
  cut: 'Response cut off',
  empty: 'Empty response',
  malformed: 'Malformed JSON',
  'field-missing': 'Field missing',
  'field-null': 'Field null',
  'other-type': 'Other type',
  'empty-list': 'Empty list',
  'unknown-value': 'Unknown value',
  slow: 'Response after 20 s',
  killed: 'Process ends',
};

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  unaffected: 'Unaffected',
  recovered: 'Recovered',
  handled: 'Handled',
  changed: 'Other output',
  error: 'Error',
  'wrong-output': 'Wrong output',
  'sent-twice': 'Sent twice',
  unknown: 'Unknown',
};

/** The worst last: of several cases, a cell shows the worst. */
const ORDER: readonly Outcome[] = [
  'unaffected',
  'recovered',
  'handled',
  'changed',
  'unknown',
  'error',
  'wrong-output',
  'sent-twice',
];

export interface RehearsalCell {
  fault: Fault;
  request: RehearsedRequest;
  /** One for each place, of faults of one field. */
  cases: readonly RehearsedCase[];
  worst: RehearsedCase;
}

export interface RehearsalRow {
  fault: Fault;
  /** In the order of the requests; null where the fault doesn't apply. */
  cells: ReadonlyArray<RehearsalCell | null>;
}

/** Returns a row for each fault that applies to a request. */
export function rehearsalRows({ requests, cases }: Pick<Rehearsal, 'requests' | 'cases'>): RehearsalRow[] {
  const byCell = new Map<string, RehearsedCase[]>();
  for (const one of cases) {
    const key = `${one.fault} ${one.step}`;
    byCell.set(key, [...(byCell.get(key) ?? []), one]);
  }
  return FAULTS.map((fault) => ({
    fault,
    cells: requests.map((request) => {
      const own = byCell.get(`${fault} ${request.step}`) ?? [];
      const [first, ...others] = own;
      if (first === undefined) return null;
      return { fault, request, cases: own, worst: others.reduce(worseOf, first) };
    }),
  })).filter(({ cells }) => cells.some((cell) => cell !== null));
}

const worseOf = (one: RehearsedCase, other: RehearsedCase): RehearsedCase =>
  rankOf(other) > rankOf(one) ? other : one;

const rankOf = ({ finding, outcome }: RehearsedCase): number =>
  ORDER.indexOf(outcome) + (finding === null ? 0 : ORDER.length);

export function toneOf({ finding, outcome }: Pick<RehearsedCase, 'finding' | 'outcome'>): Tone {
  if (finding !== null) return 'danger';
  if (outcome === 'error' || outcome === 'changed') return 'warning';
  return outcome === 'unknown' ? 'neutral' : 'success';
}
