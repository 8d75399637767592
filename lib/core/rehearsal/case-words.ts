import type { EndOfCase, Reason, Verdict } from './case-verdict';
import { FAULT_WORDS } from './fault';
import { type PlannedCase, pathOf } from './plan-rehearsal';

/** Says in a sentence what a run makes of a fault. */
export function caseWords(
  planned: PlannedCase,
  { reason, finding }: Verdict,
  { replayed, faulty }: EndOfCase,
): string {
  const path = pathOf(planned);
  const block = `“${planned.request.blockName}”`;
  const subject = `${FAULT_WORDS[planned.fault]}${path === null ? '' : ` (${path})`} at ${block}`;
  const { error } = replayed.outcome;
  const told = error === null ? '' : `${error.code}: ${error.message}`;
  const at = error?.blockName === undefined ? '' : ` at “${error.blockName}”`;
  const words: Record<Reason, string> = {
    'too-long': 'was stopped: the run takes too long with it.',
    'not-reached': 'was not rehearsed: this version does not come to the request.',
    'not-sent': `was not rehearsed: the block fails before it sends anything (${faulty?.result.ok === false ? faulty.result.error.message : ''})`,
    'no-record': 'leads to a request that no record answers, so the end of the run is not known.',
    same: 'changes nothing: the run ends as it did.',
    repeated:
      finding === 'sent-twice'
        ? 'makes the block send its request again without an Idempotency-Key: the server may do it twice.'
        : 'is overcome: the request is repeated.',
    'repeated-by-workflow':
      'makes the workflow send the same request again, although the first may have taken effect.',
    'same-key': 'is overcome: the request is repeated with its Idempotency-Key.',
    'error-port': 'is caught, and the run goes on.',
    'error-status': 'is reported: the run answers with an error status.',
    checked: 'is noticed: the workflow looks at the status, and the run ends otherwise.',
    asked: 'is handled: a person is asked whether to send the request again.',
    'stops-here':
      finding === 'not-retried'
        ? `would pass, but the block does not repeat its request, and the run ends with ${told}`
        : `ends the run with ${told}`,
    'stops-elsewhere':
      finding === 'blames-another'
        ? `is not noticed there. The run fails later${at}, with ${told}`
        : `ends the run${at} with ${told}`,
    unchecked: 'is not noticed: the run ends in success with another output.',
    'claims-success': 'is not noticed: the run ends in success as if the request had been carried out.',
    'other-branch': 'leads the run along another path, and it ends in success.',
    'lost-value':
      'is not noticed: the run ends in success, and values of its output or requests are missing.',
    'passed-on': 'is handed on: the run ends in success with another output.',
  };
  return `${subject} ${words[reason]}`;
}
