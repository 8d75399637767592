import type { Reference } from './grammar';
import { RESERVED_HEADS } from './slug';
import { type KnownHead, parseTemplate } from './template';
import type { WholeOutputs } from './whole-outputs';

/** Returns a test for known heads: these slugs, and `loop`, `parallel`, `variable`. */
export function knownHeads(blockSlugs: Iterable<string>): KnownHead {
  // A set is kept as it is: copying it for each text of a large document would take long.
  const slugs = blockSlugs instanceof Set ? (blockSlugs as ReadonlySet<string>) : new Set(blockSlugs);
  return (slug) => slugs.has(slug) || RESERVED_HEADS.has(slug);
}

/** Returns the unescaped references in a text, in order. `whole`: the places where whole outputs count. */
export function findReferences(
  text: string,
  blockSlugs: Iterable<string>,
  whole: WholeOutputs = 'none',
): Reference[] {
  if (!text.includes('<')) return [];
  const found: Reference[] = [];
  for (const part of parseTemplate(text, knownHeads(blockSlugs), 'ours', whole).parts) {
    if (typeof part !== 'string' && part.kind === 'reference') found.push(part.reference);
  }
  return found;
}

export interface FoundVariable {
  name: string;
  start: number;
  end: number;
}

/**
 * Returns every unescaped `{{NAME}}` in a text outside references; the caller decides whether a name is
 * known.
 */
export function findVariables(text: string, blockSlugs: Iterable<string> = []): FoundVariable[] {
  if (!text.includes('{{')) return [];
  const found: FoundVariable[] = [];
  for (const part of parseTemplate(text, knownHeads(blockSlugs)).parts) {
    if (typeof part === 'string' || part.kind !== 'variable' || part.slashes % 2 === 1) continue;
    found.push({ name: part.name, start: part.start, end: part.end });
  }
  return found;
}
