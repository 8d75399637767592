/** A failure that the operator can fix: its message is one sentence that explains how. */
export class OperatorError extends Error {
  name = 'OperatorError';
}

const SENTENCES = {
  ENOSPC: (at) => `The disk is full${at}: free some space and start again; nothing was lost.`,
  EDQUOT: (at) => `The disk quota is used up${at}: free some space and start again; nothing was lost.`,
  EROFS: (at) => `The disk is read-only${at}: make it writable or set DATA_DIR to a folder that is.`,
  EACCES: (at) =>
    `Permission was refused${at}: give this user write access or set DATA_DIR to a folder of its own.`,
  EMFILE: () => 'This user may not open more files: raise the limit (ulimit -n 4096) and start again.',
};

/** Returns the text to print for any failure: the sentence of an expected one, the whole stack of a bug. */
export function describeFailure(error) {
  if (error instanceof OperatorError) return error.message;
  const sentence = SENTENCES[error?.code];
  if (sentence) return sentence(error.path ? ` (${error.path})` : '');
  return error?.stack ?? String(error);
}
