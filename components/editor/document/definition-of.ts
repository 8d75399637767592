import type { BlockDefinition } from '@/lib/core/blocks/block';
import { blockDefinitions } from '@/lib/core/blocks/definitions';
import { readConfig } from '@/lib/core/blocks/read-config';
import type { Block } from '@/lib/core/workflow/schema';

export type AnyDefinition = BlockDefinition;

export function allDefinitions(): AnyDefinition[] {
  return [...blockDefinitions.values()];
}

/** Undefined for a type this version doesn't know; such a block is shown, but can't be configured. */
export function definitionOf(type: string): AnyDefinition | undefined {
  return blockDefinitions.get(type);
}

type Described = Pick<Block, 'type' | 'config'>;

interface Description {
  ports: ReturnType<AnyDefinition['ports']>;
  outputs: ReturnType<AnyDefinition['outputs']>;
  summary: string;
}

const UNKNOWN: Description = { ports: [], outputs: [], summary: '' };
/**
 * By config, which is never changed in place; every block on the canvas asks at every change of the document.
 */
const descriptions = new WeakMap<Described['config'], { type: string; description: Description }>();

function describe({ type, config }: Described): Description {
  const known = descriptions.get(config);
  if (known?.type === type) return known.description;
  const definition = definitionOf(type);
  if (definition === undefined) return UNKNOWN;
  const read = readConfig(definition, config).config;
  const description = {
    ports: definition.ports(read),
    outputs: definition.outputs(read),
    summary: definition.summary?.(read) ?? '',
  };
  descriptions.set(config, { type, description });
  return description;
}

export const portsOf = (block: Described) => describe(block).ports;
export const outputsOf = (block: Described) => describe(block).outputs;
export const summaryOf = (block: Described) => describe(block).summary;

const defaults = new WeakMap<AnyDefinition, Readonly<Record<string, unknown>>>();

/** What each field holds until it is set. */
export function defaultsOf(definition: AnyDefinition): Readonly<Record<string, unknown>> {
  const known = defaults.get(definition);
  if (known !== undefined) return known;
  const found = readConfig(definition, {}).config as Record<string, unknown>;
  defaults.set(definition, found);
  return found;
}
