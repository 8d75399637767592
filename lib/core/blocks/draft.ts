import type { ReferenceScope } from '../references/read-path';
import type { ResolveError } from '../references/resolve-error';
import type { Template } from '../references/template';

/** What becomes of a config field, before it is known whether that is the same every time. */
export interface Draft {
  resolve(scope: ReferenceScope): unknown;
  templates: readonly Template[];
  places?: readonly string[];
  problem?: ResolveError | null;
  problemPlace?: string;
  /** Of a value in parts, which of them it is that can't resolve: asked where none has references. */
  faultyPart?: (scope: ReferenceScope) => string;
  /** How many characters it may come to; by default those of text. */
  most?: number;
}

/** Whether the block with that slug has run for certain. */
export type IsInScope = (slug: string) => boolean;

/** The place of the first part that can't be resolved; empty when all can. */
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
