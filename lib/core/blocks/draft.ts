import type { ReferenceScope } from '../references/read-path';
import type { ResolveError } from '../references/resolve-error';
import type { Template } from '../references/template';

/** A config field, before it is known whether its value is constant. */
export interface Draft {
  resolve(scope: ReferenceScope): unknown;
  templates: readonly Template[];
  places?: readonly string[];
  problem?: ResolveError | null;
  problemPlace?: string;
  /** Returns the place of the part that can't resolve, for a value in parts without references. */
  faultyPart?: (scope: ReferenceScope) => string;
  /** The most characters it may resolve to; by default those of text. */
  most?: number;
}

/** True if the block with that slug has certainly run. */
export type IsInScope = (slug: string) => boolean;

/** Returns the place of the first part that can't be resolved; empty if all can. */
export function firstToFail<Part extends { place: string }>(
  parts: readonly Part[],
  resolve: (part: Part) => unknown,
): string {
  const failed = parts.find((part) => {
    try {
      resolve(part);
      return false;
    } catch {
      return true;
    }
  });
  return failed?.place ?? '';
}
