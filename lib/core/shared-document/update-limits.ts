/** The limits of what an editor sends in one request. A document at its own limits takes three quarters. */
export const UPDATE_LIMITS = {
  structs: 500_000,
  clients: 50_000,
  deleted: 500_000,
  values: 500_000,
  levels: 500,
} as const;

/** An update that is refused, with words for its author. */
export class RefusedUpdate extends Error {
  override readonly name = 'RefusedUpdate';
}

/** The parts of a shared workflow. Whatever else an update brings would be stored and never be shown. */
export const ROOTS: ReadonlySet<string> = new Set(['blocks', 'edges', 'groups', 'workflow']);
