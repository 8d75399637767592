import { z } from 'zod';
import { BlockId } from '../../core/workflow/schema';
import { defineEndpoint } from '../../platform/http/endpoint';
import { Chat, ChatAddress, ChatAnswer, ChatEvent, ChatMessage, ChatSlug, NewChatMessage } from './schema';

const tag = 'Chats';
const params = z.object({ slug: z.string() });
/** The size of a JSON message with every character escaped. */
const MAX_MESSAGE_BYTES = 128 * 1024;
const headers = z.object({
  'X-Chat-Password': z.string().optional().meta({ description: 'Of a chat with a password.' }),
});
const refusals = [
  'not_found',
  'password_required',
  'password_wrong',
  'members_only',
  'rate_limited',
] as const;

export const ensureChatEndpoint = defineEndpoint({
  id: 'ensureChat',
  method: 'PUT',
  path: '/api/v1/workflows/{id}/chats/{blockId}',
  summary: 'The address of a Chat block',
  description:
    'Makes it the first time: one that nobody can guess, or `slug`. With `slug` it is changed; the one ' +
    'before is unknown from then on.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: z.object({ id: z.string(), blockId: BlockId }),
  body: z.strictObject({ slug: ChatSlug.optional() }),
  response: z.object({ data: ChatAddress }),
  problems: ['conflict'],
});

export const getChatAddressEndpoint = defineEndpoint({
  id: 'getChatAddress',
  method: 'GET',
  path: '/api/v1/workflows/{id}/chats/{blockId}',
  summary: 'Read the address of a Chat block',
  description: 'One that was made before.',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: z.object({ id: z.string(), blockId: BlockId }),
  response: z.object({ data: ChatAddress }),
});

export const getChatEndpoint = defineEndpoint({
  id: 'getChat',
  method: 'GET',
  path: '/api/v1/chat/{slug}',
  summary: 'A chat',
  description: 'What its page shows before the first message, and who may use it.',
  tag,
  auth: 'public',
  params,
  response: z.object({ data: Chat }),
  problems: ['not_found'],
});

export const sendChatMessageEndpoint = defineEndpoint({
  id: 'sendChatMessage',
  method: 'POST',
  path: '/api/v1/chat/{slug}',
  summary: 'Send a message to a chat',
  description:
    'Runs the live version. The answer is a stream of events unless `Accept` names JSON and no event ' +
    'stream. The run goes on when the caller leaves: its answer is in the conversation.',
  tag,
  auth: 'public',
  params,
  headers,
  body: NewChatMessage,
  maxBodyBytes: MAX_MESSAGE_BYTES,
  response: z.object({ data: ChatAnswer }),
  streams: {
    'text/event-stream': {
      description: '`event` is `conversation`, `text`, `done` or `error`.',
      item: ChatEvent,
    },
  },
  problems: [...refusals, 'forbidden', 'conflict', 'usage_exceeded', 'run_failed'],
});

export const getChatConversationEndpoint = defineEndpoint({
  id: 'getChatConversation',
  method: 'GET',
  path: '/api/v1/chat/{slug}/conversations/{conversationId}',
  summary: 'Messages of a conversation',
  description: 'The latest 200, at most 2 MB, the oldest first. They are deleted 30 days after the last one.',
  tag,
  auth: 'public',
  params: params.extend({ conversationId: z.string() }),
  headers,
  response: z.object({ data: z.object({ messages: z.array(ChatMessage) }) }),
  problems: refusals,
});
