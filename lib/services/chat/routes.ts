import { runGuards } from '../access/guards';
import { type Operation, operation, publicOperation } from '../access/operation';
import { ensureChat, getChatAddress } from './chat-address';
import { chatCrossOrigin } from './cross-origin';
import {
  ensureChatEndpoint,
  getChatAddressEndpoint,
  getChatConversationEndpoint,
  getChatEndpoint,
  sendChatMessageEndpoint,
} from './endpoints';
import { requireChat } from './find-chat';
import { getChat, getChatConversation } from './read-chat';
import { sendChatMessage } from './send-message';

const open = { crossOrigin: chatCrossOrigin };

export const chatRoutes: readonly Operation[] = [
  operation(ensureChatEndpoint, ensureChat),
  operation(getChatAddressEndpoint, (actor, { params }) => getChatAddress(actor, params)),
  publicOperation(getChatEndpoint, (_, { params }) => getChat(params), open),
  publicOperation(
    sendChatMessageEndpoint,
    (actor, { params, body }, context) => sendChatMessage(actor, { ...params, ...body }, context),
    {
      ...open,
      requireTarget: async ({ slug }) => void (await requireChat(slug ?? '')),
      guards: runGuards({ none: 'Its author says who may send messages.' }),
      payersOf: ({ slug }) => [{ kind: 'chat', id: slug ?? '' }],
    },
  ),
  publicOperation(
    getChatConversationEndpoint,
    (actor, { params }, context) => getChatConversation(actor, params, context),
    open,
  ),
];
