import type { BlockExecutor } from '../block';
import type { ChatTriggerConfig } from './definition';

/**
 * Outputs the message that started the run: its parts are the run's input. What a run by hand leaves out is
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
