import { createHash } from 'node:crypto';

/** The length of a UUIDv7's milliseconds, in hex with its dash. */
const TIME_LENGTH = 13;

/**
 * Derives an id from an execution's id and a step of it, the same in every process that resumes the
 * execution. It sorts beside the execution's.
 */
export function idOfStep(kind: 'call' | 'log' | 'wait', executionId: string, step: string): string {
  const hash = createHash('sha256').update(`${kind} ${executionId} ${step}`).digest('hex');
  const variant = ((Number.parseInt(hash[3]!, 16) & 0x3) | 0x8).toString(16);
  const rest = [`7${hash.slice(0, 3)}`, `${variant}${hash.slice(4, 7)}`, hash.slice(7, 19)];
  return [executionId.slice(0, TIME_LENGTH), ...rest].join('-');
}
