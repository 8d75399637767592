import type { ReplayedRun } from '../replay/replay-run';
import type { Expected } from '../run-tests/expected';
import type { FaultyAnswer } from './answer-with-fault';
import type { Finding, RehearsedCase } from './rehearsal-shape';

/** What a run made of a fault. */
export interface EndOfCase {
  /** Null if the run never came to the request. */
  faulty: FaultyAnswer | null;
  replayed: ReplayedRun;
  result: Expected;
  /** True if it was stopped, because it took too long. */
  isStopped: boolean;
  /** What its blocks sent, as `sentText` tells it. */
  sent: readonly string[];
}

/** Why a case was judged so, as far as its words tell. */
export interface Verdict {
  outcome: RehearsedCase['outcome'];
  finding: Finding | null;
  reason: Reason;
}

export type Reason =
  | 'too-long'
  | 'not-reached'
  | 'not-sent'
  | 'no-record'
  | 'same'
  | 'repeated'
  | 'repeated-by-workflow'
  | 'same-key'
  | 'error-port'
  | 'error-status'
  | 'checked'
  | 'asked'
  | 'stops-here'
  | 'stops-elsewhere'
  | 'unchecked'
  | 'claims-success'
  | 'other-branch'
  | 'lost-value'
  | 'passed-on';
