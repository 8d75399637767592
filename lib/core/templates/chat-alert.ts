import { jsonBody, type NeededVariable, secret, type TemplateBlock } from './template';

/** Incoming webhooks of Slack, Mattermost and Google Chat take `{"text": …}` at a secret address. */
export const CHAT_URL: NeededVariable = secret(
  'CHAT_WEBHOOK_URL',
  'Address of an incoming webhook of Slack, Mattermost or Google Chat',
);

/** Builds a block that sends a message to a channel; `text` may hold references. */
export const chatMessage = (text: string, at: TemplateBlock['at']): TemplateBlock => ({
  type: 'api',
  at,
  config: { method: 'POST', url: '{{CHAT_WEBHOOK_URL}}', body: jsonBody(`{"text": "${text}"}`) },
});
