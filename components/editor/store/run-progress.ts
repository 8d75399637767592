import { readConfig } from '@/lib/core/blocks/read-config';
import { wholeReference } from '@/lib/core/references/path-text';
import { readStep } from '@/lib/core/references/read-path';
import { slugOf } from '@/lib/core/references/slug';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { countOf } from '../../ui/format-quantity';
import { definitionOf } from '../document/definition-of';
import { type RunState, spanOf } from './run-state';

/**
 * Returns a container's progress, `iteration 3 of 10` or `10 iterations`; null if there are none.
 */
export function progressWords(document: WorkflowDocument, run: RunState, blockId: string): string | null {
  const rounds = run.rounds[blockId];
  const blockRun = run.blocks[blockId];
  if (rounds === undefined || blockRun === undefined) return null;
  if (blockRun.status !== 'running') return countOf(rounds, 'iteration');
  const total = roundsExpected(document, run, blockId);
  return total === null ? `iteration ${rounds}` : `iteration ${rounds} of ${total}`;
}

/**
 * Returns the expected number of iterations, if the run shows it: the length of the list that it
 * iterates over.
 */
function roundsExpected({ blocks }: WorkflowDocument, run: RunState, blockId: string): number | null {
  const block = blocks[blockId];
  const definition = block === undefined ? undefined : definitionOf(block.type);
  const field = definition?.container?.itemsField;
  if (block === undefined || definition === undefined || field === undefined) return null;
  const config = readConfig(definition, block.config).config as Record<string, unknown>;
  if (definition.fields.find(({ name }) => name === field)?.shownWhen?.(config) === false) return null;
  const reference = wholeReference(String(config[field]).trim());
  if (reference === null) return listLength(config[field]);
  const source = Object.values(blocks).find(({ name }) => slugOf(name) === reference.slug);
  const output: unknown = source === undefined ? undefined : spanOf(run.blocks[source.id])?.output;
  const value = reference.path.reduce(readStep, output);
  return Array.isArray(value) ? value.length : null;
}

/** Returns the length of a literal list. */
function listLength(text: unknown): number | null {
  if (typeof text !== 'string' || !text.trimStart().startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.length : null;
  } catch {
    return null; // With references inside, or incomplete.
  }
}
