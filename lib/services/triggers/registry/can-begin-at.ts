import { blockDefinitions } from '../../../core/blocks/registry/definitions';
import type { CompiledWorkflow } from '../../../core/engine/compile-workflow';
import { triggerServices } from './trigger-services';

/** True if a version still has that trigger's block, enabled and with settings that have no problems. */
export function canBeginAt(
  compiled: CompiledWorkflow,
  { blockId, type }: { blockId: string; type: string },
): boolean {
  const startsOn = blockDefinitions.get(type)?.trigger?.startsOn;
  if (startsOn === undefined || compiled.document.blocks[blockId]?.type !== type) return false;
  return triggerServices[startsOn].settings(compiled, blockId) !== null;
}
