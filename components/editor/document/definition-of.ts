import type { BlockDefinition } from '@/lib/blocks/block';
import { blockDefinitions } from '@/lib/blocks/definitions';
import { readConfig } from '@/lib/blocks/read-config';
import type { Block } from '@/lib/workflows/schema';

export type AnyDefinition = BlockDefinition;

export function allDefinitions(): AnyDefinition[] {
  return [...blockDefinitions.values()];
}

/** Undefined for a type this version doesn't know; such a block is shown, but can't be configured. */
export function definitionOf(type: string): AnyDefinition | undefined {
  return blockDefinitions.get(type);
}

type Described = Pick<Block, 'type' | 'config'>;

export function portsOf({ type, config }: Described) {
  const definition = definitionOf(type);
  return definition === undefined ? [] : definition.ports(readConfig(definition, config).config);
}

export function outputsOf({ type, config }: Described) {
  const definition = definitionOf(type);
  return definition === undefined ? [] : definition.outputs(readConfig(definition, config).config);
}

export function summaryOf({ type, config }: Described): string {
  const definition = definitionOf(type);
  return definition?.summary?.(readConfig(definition, config).config) ?? '';
}

const defaults = new WeakMap<AnyDefinition, Readonly<Record<string, unknown>>>();

/** What each field holds until it is set. */
export function defaultsOf(definition: AnyDefinition): Readonly<Record<string, unknown>> {
  const known = defaults.get(definition);
  if (known !== undefined) return known;
  const found = readConfig(definition, {}).config as Record<string, unknown>;
  defaults.set(definition, found);
  return found;
}
