import { defineTrigger } from '../trigger';

export const WEBHOOK_TRIGGER = defineTrigger({
  startsOn: 'webhook',
  label: 'Webhook',
  help: 'Started by an incoming webhook.',
  publicPaths: ['/hooks/'],
});
