import { defineTrigger } from '../trigger';

export const CHAT_TRIGGER = defineTrigger({
  startsOn: 'chat',
  label: 'Chat',
  help: 'Started from a chat.',
  publicPaths: ['/api/v1/chat/'],
});
