import type { BlockDefinition, IconDrawing, OutputPort } from '@/lib/core/blocks/block';
import { readConfig } from '@/lib/core/blocks/read-config';
import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import { startsRuns as isStarting } from '@/lib/core/graph-walk/beginnings';
import { momentOf, portsAt } from '@/lib/core/graph-walk/ports';
import type { Block } from '@/lib/core/workflow/schema';

export type AnyDefinition = BlockDefinition;

export function allDefinitions(): AnyDefinition[] {
  return [...blockDefinitions.values()];
}

/** Returns undefined for a type this version doesn't know; its block is shown, but can't be configured. */
export function definitionOf(type: string): AnyDefinition | undefined {
  return blockDefinitions.get(type);
}

/** True for types where a run begins; a note has no input either, but begins none. */
export const startsRuns = (type: string): boolean => isStarting(definitionOf(type));

/** A plain box, for a type that this version doesn't know. */
const UNKNOWN_ICON: IconDrawing = [
  [
    'path',
    {
      d:
        'M21 8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73l7 4' +
        'a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16Z',
    },
  ],
  ['path', { d: 'm3.3 7 8.7 5 8.7-5' }],
  ['path', { d: 'M12 22V12' }],
];

export const iconOf = (type: string): IconDrawing => definitionOf(type)?.icon ?? UNKNOWN_ICON;

type Described = Pick<Block, 'type' | 'config'>;

interface Description {
  ports: ReturnType<AnyDefinition['ports']>;
  outputs: ReturnType<AnyDefinition['outputs']>;
  defaultOutputs: Readonly<Record<string, unknown>>;
  summary: string;
}

const UNKNOWN: Description = { ports: [], outputs: [], defaultOutputs: {}, summary: '' };
/**
 * Cached by config, which is never mutated; every block on the canvas asks on every change of the document.
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
    defaultOutputs: definition.trigger?.defaultOutputs?.(read) ?? {},
    summary: definition.summary?.(read) ?? '',
  };
  descriptions.set(config, { type, description });
  return description;
}

export const portsOf = (block: Described) => describe(block).ports;
/** Returns the first output that is followed after a success. */
export const onwardPort = (block: Described) => portsAt(portsOf(block), 'success')[0];
/** True for an output that is followed when the block fails. */
export const isErrorPort = (port: OutputPort | undefined): boolean =>
  port !== undefined && momentOf(port) === 'failure';
export const outputsOf = (block: Described) => describe(block).outputs;
export const defaultOutputsOf = (block: Described) => describe(block).defaultOutputs;
export const summaryOf = (block: Described) => describe(block).summary;

const defaults = new WeakMap<AnyDefinition, Readonly<Record<string, unknown>>>();

/** Returns the default of each field. */
export function defaultsOf(definition: AnyDefinition): Readonly<Record<string, unknown>> {
  const known = defaults.get(definition);
  if (known !== undefined) return known;
  const found = readConfig(definition, {}).config as Record<string, unknown>;
  defaults.set(definition, found);
  return found;
}
