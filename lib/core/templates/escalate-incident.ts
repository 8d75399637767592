import { CHAT_URL, chatMessage } from './chat-alert';
import { documentOf, note, plain, secret, type TemplateBlock, type WorkflowTemplate } from './template';

const page = (person: string, text: string, at: TemplateBlock['at']): TemplateBlock => ({
  type: 'api',
  at,
  config: {
    method: 'POST',
    url: '{{PAGER_URL}}/messages',
    body: {
      kind: 'form',
      rows: [
        { key: 'to', value: person },
        { key: 'text', value: text },
      ],
    },
    failOnStatus: true,
  },
});

export const escalateIncident: WorkflowTemplate = {
  id: 'escalate-incident',
  name: 'Escalate an incident',
  about: 'Pages the first person on call; when nobody takes it within 15 minutes, pages the second.',
  category: 'people',
  words: ['pager', 'on call', 'alert', 'sms', 'acknowledge', 'monitoring'],
  variables: [
    plain('PAGER_URL', 'Service that sends text messages', 'https://sms.example.com'),
    plain('FIRST_ON_CALL', 'Phone number of the first person', '+44 20 7946 0000'),
    plain('SECOND_ON_CALL', 'Phone number of the second', '+44 20 7946 0001'),
    secret('WEBHOOK_TOKEN', 'What the monitoring puts into the header X-Token'),
    CHAT_URL,
  ],
  document: documentOf(
    {
      about: note(
        'Alarms with the same body.id are one incident. Opening the link in the message and pressing the ' +
          'button takes it.',
      ),
      alarm: {
        type: 'webhook-trigger',
        at: [0, 0],
        config: {
          check: { kind: 'header', header: 'X-Token', token: '{{WEBHOOK_TOKEN}}' },
          duplicateKey: 'body.id',
          condition: "body.severity === 'critical'",
        },
      },
      taken: {
        type: 'wait',
        at: [1, 0],
        config: {
          kind: 'callback',
          title: 'Take the incident?',
          text: '<alarm.body.title>',
          expiresAfter: '15',
          expiresUnit: 'minutes',
        },
      },
      tell: chatMessage('The incident “<alarm.body.title>” was taken.', [2, 0]),
      first: page('{{FIRST_ON_CALL}}', '<alarm.body.title> — take it: <taken.url>', [2, 2]),
      second: page('{{SECOND_ON_CALL}}', '<alarm.body.title> — nobody has taken it yet.', [2, 1]),
    },
    ['alarm > taken', 'taken > tell', 'taken:waiting > first', 'taken:expired > second'],
  ),
};
