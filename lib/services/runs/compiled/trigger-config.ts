import type { StartsRuns } from '../../../core/blocks/capabilities';
import { readConfig } from '../../../core/blocks/read-config';
import { blockDefinitions } from '../../../core/blocks/registry/definitions';
import type { CompiledWorkflow } from '../../../core/engine/compile-workflow';
import type { Block } from '../../../core/workflow/schema';

/**
 * Returns the config of a block that can start runs, or null: there is no such block, it is disabled, or
 * its settings have problems. Settings that can't be read might be those that keep others out.
 */
export function triggerConfig(
  { document, problem }: CompiledWorkflow,
  blockId: string,
  startsOn: StartsRuns['startsOn'],
): Block['config'] | null {
  const block = Object.hasOwn(document.blocks, blockId) ? document.blocks[blockId] : undefined;
  const definition = blockDefinitions.get(block?.type ?? '');
  if (problem !== null || definition === undefined || !block?.enabled) return null;
  if (definition.trigger?.startsOn !== startsOn) return null;
  const { config, issues } = readConfig(definition, block.config);
  const isUsable = issues.length === 0 && (definition.check?.(config) ?? []).length === 0;
  return isUsable ? (config as Block['config']) : null;
}
