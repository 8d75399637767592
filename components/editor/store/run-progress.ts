import { readConfig } from '@/lib/core/blocks/read-config';
import { slugOf } from '@/lib/core/references/slug';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { countOf } from '../../ui/format-quantity';
import { definitionOf } from '../document/definition-of';
import { type RunState, spanOf } from './run-state';

/**
 * How far a container's iterations are, `iteration 3 of 10` or `10 iterations`; null where there are none.
 */
export function progressWords(document: WorkflowDocument, run: RunState, blockId: string): string | null {
  const rounds = run.rounds[blockId];
  const blockRun = run.blocks[blockId];
  if (rounds === undefined || blockRun === undefined) return null;
  if (blockRun.status !== 'running') return countOf(rounds, 'iteration');
  const total = roundsExpected(document, run, blockId);
  return total === null ? `iteration ${rounds}` : `iteration ${rounds} of ${total}`;
}

const LONE_REFERENCE = /^<([A-Za-z_][\w-]{0,63})((?:\.[\p{ID_Start}_$][\p{ID_Continue}$-]{0,99}){1,8})>$/u;

/**
 * How many iterations there will be, where the run shows it: as many as the list that it goes through has
 * items.
 */
function roundsExpected({ blocks }: WorkflowDocument, run: RunState, blockId: string): number | null {
  const block = blocks[blockId];
  const definition = block === undefined ? undefined : definitionOf(block.type);
  const field = definition?.container?.itemsField;
  if (block === undefined || definition === undefined || field === undefined) return null;
  const config = readConfig(definition, block.config).config as Record<string, unknown>;
  if (definition.fields.find(({ name }) => name === field)?.shownWhen?.(config) === false) return null;
  const [, head, path] = LONE_REFERENCE.exec(String(config[field]).trim()) ?? [];
  if (head === undefined || path === undefined) return listLength(config[field]);
  const source = Object.values(blocks).find(({ name }) => slugOf(name) === head.toLowerCase());
  let value: unknown = source === undefined ? undefined : spanOf(run.blocks[source.id])?.output;
  for (const key of path.slice(1).split('.'))
    value =
      value !== null && typeof value === 'object' && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined;
  return Array.isArray(value) ? value.length : null;
}

/** Of a list that was typed. */
function listLength(text: unknown): number | null {
  if (typeof text !== 'string' || !text.trimStart().startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.length : null;
  } catch {
    return null; // With references inside, or being typed.
  }
}
