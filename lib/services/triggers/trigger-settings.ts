import { isBlockOf } from '../../core/blocks/capabilities';
import { readConfig } from '../../core/blocks/read-config';
import { blockDefinitions } from '../../core/blocks/registry/definitions';
import type { BlockTrigger } from '../../core/blocks/trigger';
import type { CompiledWorkflow } from '../../core/engine/compile-workflow';

/**
 * Returns what a trigger needs of its block, or null: there is no such block, it is disabled, or its
 * settings have problems. Settings that can't be read might be those that keep others out.
 */
export type TriggerSettings<Settings extends object> = (
  compiled: CompiledWorkflow,
  blockId: string,
) => Settings | null;

/** Defines how a trigger reads its settings: once for each version, from a config without problems. */
export function defineSettings<Config, Settings extends object>(
  trigger: { startsOn: BlockTrigger },
  read: (config: Config, compiled: CompiledWorkflow, blockId: string) => Settings,
): TriggerSettings<Settings> {
  const known = new WeakMap<CompiledWorkflow, Map<string, Settings | null>>();
  return (compiled, blockId) => {
    const found = known.get(compiled)?.get(blockId);
    if (found !== undefined) return found;
    // An id that a caller made up is not kept.
    if (!Object.hasOwn(compiled.document.blocks, blockId)) return null;
    const config = usableConfig(compiled, blockId, trigger);
    const settings = config === null ? null : read(config as Config, compiled, blockId);
    const ofVersion = known.get(compiled) ?? new Map<string, Settings | null>();
    known.set(compiled, ofVersion.set(blockId, settings));
    return settings;
  };
}

function usableConfig(
  { document, problem }: CompiledWorkflow,
  blockId: string,
  trigger: { startsOn: BlockTrigger },
): unknown {
  const block = document.blocks[blockId];
  const definition = blockDefinitions.get(block?.type ?? '');
  if (problem !== null || definition === undefined || !block?.enabled) return null;
  if (!isBlockOf(definition, trigger)) return null;
  const { config, issues } = readConfig(definition, block.config);
  return issues.length === 0 && (definition.check?.(config) ?? []).length === 0 ? config : null;
}
