import { z } from 'zod';
import type { BlockDefinition } from '@/lib/blocks/block';
import { definitions } from '@/lib/blocks/definitions';
import type { Block } from '@/lib/workflows/schema';

export type AnyDefinition = BlockDefinition;

export function allDefinitions(): AnyDefinition[] {
  return Object.values(definitions) as AnyDefinition[];
}

/** Undefined for a type this version doesn't know; such a block is shown, but can't be configured. */
export function definitionOf(type: string): AnyDefinition | undefined {
  return Object.hasOwn(definitions, type) ? (definitions as Record<string, AnyDefinition>)[type] : undefined;
}

/** The block's config with defaults filled in; as authored where it isn't complete yet. */
export function parsedConfig(definition: AnyDefinition, config: Block['config']): unknown {
  const parsed = definition.config.safeParse(config);
  return parsed.success ? parsed.data : { ...defaultsOf(definition), ...config };
}

const defaults = new WeakMap<AnyDefinition, Readonly<Record<string, unknown>>>();

/** What each field holds until it is set. Field by field, as a required one keeps the whole from parsing. */
export function defaultsOf(definition: AnyDefinition): Readonly<Record<string, unknown>> {
  const known = defaults.get(definition);
  if (known !== undefined) return known;
  const schema = definition.config;
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  const found: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) {
    const parsed = z.safeParse(field, undefined);
    if (parsed.success && parsed.data !== undefined) found[name] = parsed.data;
  }
  defaults.set(definition, found);
  return found;
}

export function portsOf(block: Pick<Block, 'type' | 'config'>) {
  const definition = definitionOf(block.type);
  if (definition === undefined) return [];
  return settled(() => definition.ports(parsedConfig(definition, block.config)), []);
}

export function outputsOf(block: Pick<Block, 'type' | 'config'>) {
  const definition = definitionOf(block.type);
  if (definition === undefined) return [];
  return settled(() => definition.outputs(parsedConfig(definition, block.config)), []);
}

export function summaryOf(block: Pick<Block, 'type' | 'config'>): string {
  const definition = definitionOf(block.type);
  if (definition?.summary === undefined) return '';
  return settled(() => definition.summary?.(parsedConfig(definition, block.config)) ?? '', '');
}

/** Half-typed config may not satisfy what a definition expects; the canvas then shows the fallback. */
function settled<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch (error) {
    console.debug('A block could not be described from its unfinished config.', error);
    return fallback;
  }
}
