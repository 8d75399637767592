import { createHash } from 'node:crypto';
import { messageShape } from './message-shape';

/** Raise it when the rules of shapes change: groups then begin again. */
const SHAPE_VERSION = 1;
const FINGERPRINT_CHARACTERS = 32;

/** What failed runs of one cause have in common. */
export interface FailureKind {
  workflowId: string;
  /** Null if no block caused the failure. */
  blockId: string | null;
  code: string;
  /** Of the message; null for any message. */
  shape: string | null;
}

type Failure = Omit<FailureKind, 'shape'> & { message: string };

export const kindOf = ({ message, ...failure }: Failure): FailureKind & { shape: string } => ({
  ...failure,
  shape: messageShape(message),
});

/** Returns 32 hexadecimal digits, the same for the same kind in every process and version. */
export function fingerprint({ workflowId, blockId, code, shape }: FailureKind): string {
  const identity = JSON.stringify([SHAPE_VERSION, workflowId, blockId, code, shape]);
  return createHash('sha256').update(identity).digest('hex').slice(0, FINGERPRINT_CHARACTERS);
}
