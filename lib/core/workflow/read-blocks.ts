import type { BlockDefinition, OutputPort } from '../blocks/block';
import { type ReadConfig, readConfig } from '../blocks/read-config';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import type { OutputField } from '../blocks/value-shape';
import { type ConfigExcess, configExcess } from './config-limits';
import type { WorkflowGraph } from './graph';
import type { Block } from './schema';
import type { Steps } from './steps';

/** A block with its config as its definition reads it. */
export interface ReadBlock extends ReadConfig {
  block: Block;
  definition: BlockDefinition;
  ports: readonly OutputPort[];
  outputs: readonly OutputField[];
  /** Set if its config is too large; the other members are those of a block without a config. */
  excess: ConfigExcess | null;
}

/** Read blocks by block: one that wasn't changed (it is then the same object) isn't read again. */
export type ReadBlocksMemo = WeakMap<Block, ReadBlock>;

/** Reads each block of a known type once, by id; a step each. */
export function* readBlockSteps(
  graph: WorkflowGraph,
  definitions: BlockDefinitions,
  memo: ReadBlocksMemo,
  isLimited = false,
): Steps<Map<string, ReadBlock>> {
  const read = new Map<string, ReadBlock>();
  for (const [id, block] of graph.blocks) {
    const definition = definitions.get(block.type);
    if (!definition) continue;
    read.set(id, readBlock(block, definition, memo, isLimited));
    yield;
  }
  return read;
}

/**
 * `isLimited`: if true, a config that is too large to be saved is left out. Documents stored before
 * there was a limit still run.
 */
export function readBlock(
  block: Block,
  definition: BlockDefinition,
  memo: ReadBlocksMemo,
  isLimited = false,
): ReadBlock {
  const known = memo.get(block);
  if (known !== undefined) return known;
  const excess = isLimited ? configExcess(definition, block.config) : null;
  const config = readConfig(definition, excess === null ? block.config : {});
  const ports = definition.ports(config.config);
  const outputs = definition.outputs(config.config);
  const read = { ...config, block, definition, ports, outputs, excess };
  memo.set(block, read);
  return read;
}
