import { type ChatTriggerConfig, originsOf, suggestionsOf } from '../../core/blocks/chat-trigger/definition';
import { CHAT_TRIGGER } from '../../core/blocks/chat-trigger/trigger';
import { defineSettings } from '../triggers/trigger-settings';
import { type StreamedBlocks, streamedBlocks } from './streamed-blocks';

/** The settings of a workflow's Chat block. */
export interface ChatTrigger {
  config: ChatTriggerConfig;
  suggestions: readonly string[];
  embedOrigins: readonly string[];
  streamed: StreamedBlocks;
}

export const chatTrigger = defineSettings(
  CHAT_TRIGGER,
  (config: ChatTriggerConfig, compiled, blockId): ChatTrigger => ({
    config,
    suggestions: suggestionsOf(config.suggestions),
    embedOrigins: originsOf(config.origins) ?? [],
    streamed: streamedBlocks(compiled, blockId),
  }),
);
