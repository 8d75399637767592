/** A command that was typed in a way that it can't be. */
export class UsageError extends Error {}
