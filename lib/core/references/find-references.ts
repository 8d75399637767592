import type { Reference } from './grammar';
import { RESERVED_HEADS } from './slug';
import { type KnownHead, parseTemplate } from './template';
import type { WholeOutputs } from './whole-outputs';

/** Heads are known when they are one of these slugs, or `loop`, `parallel`, `variable`. */
export function knownHeads(blockSlugs: Iterable<string>): KnownHead {
  const slugs = new Set(blockSlugs);
  return (slug) => slugs.has(slug) || RESERVED_HEADS.has(slug);
}

/** The references in a text, in order, escaped ones left out. `whole`: where whole outputs are some. */
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
 * Every unescaped `{{NAME}}` in a text outside references; whether a name is known is the caller's to say.
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
