import { CHAT_URL, chatMessage } from './chat-alert';
import { documentOf, note, plain, type WorkflowTemplate } from './template';

export const retryAndAlert: WorkflowTemplate = {
  id: 'retry-and-alert',
  name: 'Retry, then alert',
  about: 'Calls an unreliable API: retries, and alerts a channel when it stays down.',
  category: 'reliability',
  words: ['error', 'failure', 'fallback', 'alarm', 'slack'],
  variables: [plain('SERVICE_URL', 'Address that is called', 'https://api.example.com/rates'), CHAT_URL],
  document: documentOf(
    {
      about: note(
        '“call” is tried 3 times after timeouts, 429 and 5xx. What still fails leaves by its error port, ' +
          'so the caller gets a proper answer and the channel a message.',
      ),
      start: { type: 'start', at: [0, 0], config: { fields: [] } },
      call: {
        type: 'api',
        at: [1, 0],
        config: {
          url: '{{SERVICE_URL}}',
          timeoutMs: 10_000,
          retry: { when: 'always', max: 2 },
          failOnStatus: true,
        },
      },
      response: { type: 'response', at: [2, 0], config: { body: '<call.data>' } },
      alert: chatMessage(
        'The service is down (status <call.status ?? "none">): <call.error.message>',
        [2, 1],
      ),
      failed: {
        type: 'response',
        at: [3, 1],
        config: { status: 502, body: '{"error": "The service did not answer. The team has been told."}' },
      },
    },
    ['start > call', 'call > response', 'call:error > alert', 'alert > failed'],
  ),
};
