import { type ChatTriggerConfig, originsOf, suggestionsOf } from '../../core/blocks/chat-trigger/definition';
import { readConfig } from '../../core/blocks/read-config';
import { blockDefinitions } from '../../core/blocks/registry/definitions';
import type { CompiledWorkflow } from '../../core/engine/compile-workflow';
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
  const { document, problem } = compiled;
  const block = Object.hasOwn(document.blocks, blockId) ? document.blocks[blockId] : undefined;
  const definition = blockDefinitions.get(block?.type ?? '');
  if (problem !== null || !block?.enabled || definition?.trigger?.startsOn !== 'chat') return null;
  const { config: read, issues } = readConfig(definition, block.config);
  const config = read as ChatTriggerConfig;
  // Settings that can't be read might be the ones that restrict access.
  if (issues.length > 0 || (definition.check?.(config) ?? []).length > 0) return null;
  return {
    config,
    suggestions: suggestionsOf(config.suggestions),
    embedOrigins: originsOf(config.origins) ?? [],
    streamed: streamedBlocks(compiled, blockId),
  };
}
