import type { BlockDefinition, OutputPort } from '../../../lib/core/blocks/block';
import { isStartBlock } from '../../../lib/core/blocks/capabilities';
import { blockDefinitions } from '../../../lib/core/blocks/registry/definitions';
import type { Random } from '../../../lib/core/expressions/testing/random';
import { slugOf } from '../../../lib/core/references/slug';
import { authorOf, type Surroundings } from './authored';
import { type Maker, makeValue } from './from-schema';
import type { JsonText } from './json-texts';
import type { Names } from './texts';

export type Config = Record<string, unknown>;

export interface DraftBlock {
  id: string;
  type: string;
  name: string;
  position: { x: number; y: number };
  enabled: boolean;
  config: Config;
  parentId?: string;
  outputs?: unknown;
}

/** A document under construction; it may violate its type. */
export class Draft {
  readonly blocks: DraftBlock[] = [];
  readonly edges: Array<Record<string, string>> = [];
  /** Members besides blocks and edges, and replacements of those. */
  more: Config = {};

  add(type: string, config: Config, more: Partial<DraftBlock> = {}): DraftBlock {
    const at = this.blocks.length;
    const position = { x: (at % 20) * 320, y: Math.floor(at / 20) * 200 };
    const name = type === START_TYPE ? START_TYPE : `b${at}`;
    const block = { id: `b${at}`, type, name, position, enabled: true, config, ...more };
    this.blocks.push(block);
    return block;
  }

  connect(source: DraftBlock, target: DraftBlock, sourceHandle = 'out'): void {
    this.edges.push({ id: `e${this.edges.length}`, source: source.id, sourceHandle, target: target.id });
  }

  /** Adds a block after the last one, in the same container. */
  append(type: string, config: Config, more: Partial<DraftBlock> = {}): DraftBlock {
    const last = this.blocks.at(-1);
    const block = this.add(type, config, more);
    if (last !== undefined && last.parentId === block.parentId)
      this.connect(last, block, portsOf(last)[0]?.id ?? 'out');
    return block;
  }

  toJSON(): Config {
    const blocks = Object.fromEntries(this.blocks.map((block) => [block.id, block]));
    return { blocks, edges: this.edges, ...this.more };
  }
}

/** A document and the inputs of its runs. */
export interface CaseDraft {
  document: Draft;
  inputs: JsonText[];
  /** Names the large part. */
  words: string;
}

export const definitionOf = (type: string): BlockDefinition => {
  const definition = blockDefinitions.get(type);
  if (definition === undefined) throw new Error(`There is no block "${type}".`);
  return definition;
};

/** Parses a block's config, or uses the default config if it is invalid. */
const parsed = ({ type, config }: Pick<DraftBlock, 'type' | 'config'>): unknown => {
  const { config: schema } = definitionOf(type);
  const read = schema.safeParse(config);
  return read.success ? read.data : schema.parse({});
};

/** Returns the block's output ports; none for a block with an invalid type. */
export const portsOf = (block: DraftBlock): OutputPort[] =>
  blockDefinitions.get(block.type)?.ports(parsed(block)) ?? [];

/** The outputs of a Start block without a list of fields: members of `inputOf`. */
const INPUT_NAMES = ['v', 's', 'n', 'list', 'o'];

export function namesOf(blocks: readonly DraftBlock[], around: Surroundings): Names {
  const named = blocks.map((block) => {
    const outputs = definitionOf(block.type)
      .outputs(parsed(block))
      .map(({ name }) => name);
    return { slug: slugOf(block.name), outputs: outputs.length > 0 ? outputs : INPUT_NAMES };
  });
  const iterations = [...blockDefinitions.values()].flatMap(({ container }) =>
    container === undefined
      ? []
      : [{ slug: container.kind, outputs: container.iterationOutputs.map(({ name }) => name) }],
  );
  return { blocks: [...named, ...named, ...iterations], variables: around.variables };
}

/** Returns a config with each field filled or left to its default. */
export function configOf(
  random: Random,
  type: string,
  { names, around, pin }: { names: Names; around: Surroundings; pin?: Maker['pin'] },
): Config {
  const definition = definitionOf(type);
  const maker = authorOf(random, definition, { names, around });
  return makeValue(definition.config, { ...maker, pin }) as Config;
}

const TYPES = [...blockDefinitions.keys()];
const runs = (type: string): boolean => definitionOf(type).hasInput;
export const RUNNING_TYPES = TYPES.filter(runs);
export const CONTAINER_TYPES = TYPES.filter((type) => definitionOf(type).container !== undefined);
/** The type of block that people and callers start. */
export const START_TYPE = TYPES.find((type) => isStartBlock(definitionOf(type))) as string;
