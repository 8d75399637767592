import type { RequestContext } from '../../platform/http/operation';
import type { Actor } from '../access/actor';
import { countRead, requireAccess } from './chat-access';
import { readConversation } from './conversations';
import { requireChat } from './find-chat';
import type { Chat, ChatMessage } from './schema';

/** @throws AppError not_found */
export async function getChat({ slug }: { slug: string }): Promise<{ data: Chat }> {
  const { trigger, name } = await requireChat(slug);
  const { config, suggestions, embedOrigins } = trigger;
  return {
    data: {
      title: config.title.trim() === '' ? name : config.title,
      welcome: config.welcome,
      suggestions: [...suggestions],
      access: config.access,
      embedOrigins: [...embedOrigins],
    },
  };
}

/**
 * @throws AppError not_found, forbidden, password_required, password_wrong, members_only, rate_limited,
 *   conflict
 */
export async function getChatConversation(
  actor: Actor | null,
  { slug, conversationId }: { slug: string; conversationId: string },
  context: RequestContext,
): Promise<{ data: { messages: ChatMessage[] } }> {
  countRead(context);
  const chat = await requireChat(slug);
  await requireAccess(chat, actor, context);
  return { data: { messages: await readConversation(chat, conversationId) } };
}
