import type { BlockError, ExecutionContext } from './block';
import type { BlockNotes, WaitForm } from './outside-work';

/** The policies for a request that was under way when the process of its run died. */
export type UnknownPolicy = 'again' | 'fail' | 'ask';

/** Time for people to decide; after that, the request counts as failed. */
const ASKED_FOR_MS = 30 * 24 * 60 * 60 * 1000;

const noteName = (ordinal: number): string => `begun-${ordinal}`;
const outcomeName = (ordinal: number): string => `ended-${ordinal}`;

/**
 * Must be called before something is sent that must not be sent twice. Notes that it has begun; if an
 * earlier try of the run noted that and no more, its outcome is unknown.
 * @returns why it must not be sent; null if it may be
 */
export async function whyNotBegin(
  policy: UnknownPolicy,
  context: ExecutionContext,
  /** A name such as `POST api.example.com`. */
  what: string,
  /** Called if the outcome of an earlier try is unknown, before anybody is asked. */
  onUnknown: () => void = () => undefined,
): Promise<BlockError | null> {
  const { notes } = context;
  // A request that does not act twice needs no note.
  if (policy === 'again' || notes === undefined) return null;
  const { ordinal, isUnknown } = begunBefore(notes);
  if (isUnknown) {
    onUnknown();
    if (policy === 'fail' || context.wait === undefined) return outcomeUnknown(what);
    const answer = await askAgain(what, ordinal, context);
    if (answer !== null) return answer;
  }
  await notes.write(noteName(ordinal + 1), notes.tryId);
  return null;
}

/**
 * Must be called before a block waits whose request has ended in a failure: the wait may end in another
 * process, which could not know that.
 */
export async function noteOutcome(policy: UnknownPolicy, { notes }: ExecutionContext): Promise<void> {
  if (policy === 'again' || notes === undefined) return;
  const { ordinal } = begunBefore(notes);
  if (ordinal > 0) await notes.write(outcomeName(ordinal), true);
}

/**
 * Returns how often it has begun, and whether the last time was in a try of the run that died before it knew
 * the outcome.
 */
function begunBefore(notes: BlockNotes): { ordinal: number; isUnknown: boolean } {
  let ordinal = 0;
  while (notes.read(noteName(ordinal + 1)) !== undefined) ordinal += 1;
  const isOfThisTry = notes.read(noteName(ordinal)) === notes.tryId;
  const isUnknown = ordinal > 0 && !isOfThisTry && notes.read(outcomeName(ordinal)) === undefined;
  return { ordinal, isUnknown };
}

/** Parks the run until a person has decided. @returns null if it is to be sent again */
async function askAgain(
  what: string,
  ordinal: number,
  { wait, now = Date.now }: ExecutionContext,
): Promise<BlockError | null> {
  const form: WaitForm = {
    kind: 'approval',
    title: `Send ${what} again?`,
    text:
      `The server stopped while ${what} was under way, so it may or may not have been carried out. Check ` +
      'at the receiver first. Approve: it is sent again. Reject: the block fails with OUTCOME_UNKNOWN.',
    fields: [],
  };
  const begun = await wait?.({ dueMs: now() + ASKED_FOR_MS, form, part: `again-${ordinal}` });
  const end = await begun?.ended;
  if (end?.how === 'cancelled') return { code: 'CANCELLED', message: 'The run was cancelled.' };
  return end?.how === 'answered' && end.decision === 'approved' ? null : outcomeUnknown(what);
}

export const outcomeUnknown = (what: string): BlockError => ({
  code: 'OUTCOME_UNKNOWN',
  message:
    `The server stopped while ${what} was under way, so it is not known whether it was carried out. ` +
    'It was not sent again. Check at the receiver, then run it again if needed.',
  phase: 'request',
  retryable: false,
  retryAfterMs: null,
});
