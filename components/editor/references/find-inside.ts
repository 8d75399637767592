import type { Step } from '@/lib/core/references/grammar';
import { type Known, knownOutput, membersOf, type ScopeBlock } from './known-value';

/** A member somewhere inside a block's output. */
export interface FoundInside {
  block: ScopeBlock;
  path: readonly Step[];
  known: Known;
}

/** Shorter texts match too much. */
const LEAST_CHARACTERS = 2;
const MOST_LOOKED_AT = 500;
const MOST_FOUND = 20;

/**
 * Finds members below an output's own by their name, or a word in it that begins like `text`: `id` finds
 * `api.data.id`. Those nearest to the output come first; of a list the first item is looked at.
 */
export function findInside(scope: readonly ScopeBlock[], text: string): FoundInside[] {
  if (text.length < LEAST_CHARACTERS) return [];
  const wanted = text.toLowerCase();
  const found: FoundInside[] = [];
  let level: FoundInside[] = scope.map((block) => ({ block, path: [], known: knownOutput(block) }));
  let looked = 0;
  while (level.length > 0) {
    const inside: FoundInside[] = [];
    for (const { block, path, known } of level)
      for (const [step, value] of membersOf(known, 1)) {
        looked += 1;
        if (looked > MOST_LOOKED_AT || found.length >= MOST_FOUND) return found;
        const place = { block, path: [...path, step], known: value };
        inside.push(place);
        if (path.length > 0 && typeof step === 'string' && beginsLike(step, wanted)) found.push(place);
      }
    level = inside;
  }
  return found;
}

const beginsLike = (name: string, wanted: string): boolean =>
  [name, ...name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^\p{L}\p{N}]+/u)].some((word) =>
    word.toLowerCase().startsWith(wanted),
  );
