import { createHash } from 'node:crypto';

/** As long as a UUIDv7's milliseconds are, in hex with its dash. */
const TIME_LENGTH = 13;

/**
 * An id that follows from an execution's and a step of it: whoever resumes the execution comes to the same.
 * It sorts beside the execution's.
 */
export function idOfStep(kind: 'call' | 'log' | 'wait', executionId: string, step: string): string {
  const hash = createHash('sha256').update(`${kind} ${executionId} ${step}`).digest('hex');
  const variant = ((Number.parseInt(hash[3]!, 16) & 0x3) | 0x8).toString(16);
  const rest = [`7${hash.slice(0, 3)}`, `${variant}${hash.slice(4, 7)}`, hash.slice(7, 19)];
  return [executionId.slice(0, TIME_LENGTH), ...rest].join('-');
}
