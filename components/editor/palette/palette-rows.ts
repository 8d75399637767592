import { type AnyDefinition, allDefinitions } from '../document/definition-of';
import type { InsertPlace } from '../document/insert-block';

/** Returns the blocks of the palette. Triggers and notes, which nothing leads to, come last, as users look for all blocks in one place. */
export const definitionsFor = (kind: InsertPlace['kind']): readonly AnyDefinition[] =>
  kind === 'point'
    ? allDefinitions()
    : allDefinitions().toSorted((a, b) => Number(b.hasInput) - Number(a.hasInput));

/** Returns the line below a block's name. */
export function wordsFor(
  { hasInput, trigger, description }: AnyDefinition,
  kind: InsertPlace['kind'],
): string {
  if (hasInput || kind === 'point') return description;
  return `${trigger === undefined ? 'Not connected.' : 'Another start, not connected.'} ${description}`;
}
