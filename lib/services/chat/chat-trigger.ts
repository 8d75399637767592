import { type ChatTriggerConfig, originsOf, suggestionsOf } from '../../core/blocks/chat-trigger/definition';
import type { CompiledWorkflow } from '../../core/engine/compile-workflow';
import { triggerConfig } from '../runs/compiled/trigger-config';
import { type StreamedBlocks, streamedBlocks } from './streamed-blocks';

/** The settings of a workflow's Chat block, read once for each version. */
export interface ChatTrigger {
  config: ChatTriggerConfig;
  suggestions: readonly string[];
  embedOrigins: readonly string[];
  streamed: StreamedBlocks;
}

const triggers = new WeakMap<CompiledWorkflow, Map<string, ChatTrigger | null>>();

/** Returns null if there is no such block, it is disabled, or its settings have problems. */
export function chatTrigger(compiled: CompiledWorkflow, blockId: string): ChatTrigger | null {
  const known = triggers.get(compiled) ?? new Map<string, ChatTrigger | null>();
  triggers.set(compiled, known);
  const found = known.get(blockId);
  if (found !== undefined) return found;
  const read = readTrigger(compiled, blockId);
  known.set(blockId, read);
  return read;
}

function readTrigger(compiled: CompiledWorkflow, blockId: string): ChatTrigger | null {
  const config = triggerConfig(compiled, blockId, 'chat') as ChatTriggerConfig | null;
  if (config === null) return null;
  return {
    config,
    suggestions: suggestionsOf(config.suggestions),
    embedOrigins: originsOf(config.origins) ?? [],
    streamed: streamedBlocks(compiled, blockId),
  };
}
