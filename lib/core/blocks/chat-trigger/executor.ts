import type { BlockExecutor } from '../block';
import type { ChatTriggerConfig } from './definition';

/**
 * Outputs the message that started the run, from the run's input. Parts that a manual run leaves out are
 * empty.
 */
export const executeChatTrigger: BlockExecutor<ChatTriggerConfig> = async (_, { input }) => {
  const { message, conversationId, history } = objectOrEmpty(input);
  return {
    ok: true,
    output: {
      message: stringOrEmpty(message),
      conversationId: stringOrEmpty(conversationId),
      history: Array.isArray(history) ? history : [],
    },
    received: null,
  };
};

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

const objectOrEmpty = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
