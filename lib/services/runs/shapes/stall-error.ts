/** Returns the error of a run that computed for longer than `seconds` without letting anything else run. */
export const stallError = (seconds: number): { code: string; message: string } => ({
  code: 'RUN_STOOD_STILL',
  message:
    `A block of this run computed for more than ${seconds} s without a pause, so the run was ended. ` +
    'Give it less to do at a time: shorter texts and lists, fewer references in one field, or more blocks.',
});

/** Notes that the event loop stood still on these executions; parameters as `RunNote` has them. */
export const RECORD_STALL = `
UPDATE runtime.execution SET standstills = standstills + 1 WHERE id = ANY ($1::uuid[]) AND owner = $2`;
