import { CHAT_URL, chatMessage } from './chat-alert';
import { documentOf, jsonBody, note, plain, type WorkflowTemplate } from './template';

const CODE = `const pages = <each.results>;
const before = <history.data>;
const down = pages.filter((page) => page.status === null || page.status >= 400).map((page) => page.url);
const wasDown = before.down ?? [];
return { down, changed: down.join(' ') !== wasDown.join(' ') };`;

export const statusCheck: WorkflowTemplate = {
  id: 'status-check',
  name: 'Status check with a memory',
  about: 'Checks pages every five minutes, keeps the result, and alerts a channel only when it has changed.',
  category: 'monitoring',
  words: ['uptime', 'ping', 'health', 'schedule', 'history', 'slack'],
  variables: [
    plain('PAGES', 'JSON list of addresses to check', '["https://www.example.com"]'),
    plain(
      'HISTORY_URL',
      'A document that is read with GET and replaced with PUT',
      'https://kv.example.com/up',
    ),
    CHAT_URL,
  ],
  document: documentOf(
    {
      about: note(
        'The last result lies at {{HISTORY_URL}}; comparing with it keeps the channel quiet while nothing ' +
          'changes.',
      ),
      often: { type: 'schedule-trigger', at: [0, 0], config: { kind: 'every', every: 5, unit: 'minutes' } },
      pages: {
        type: 'function',
        at: [1, 0],
        config: { code: 'return JSON.parse({{PAGES}});' },
      },
      each: {
        type: 'parallel',
        at: [2, 0],
        config: {
          kind: 'collection',
          items: '<pages.result>',
          concurrency: 10,
          result: '{"url": "<parallel.item>", "status": <page.status>}',
        },
      },
      page: {
        type: 'api',
        in: 'each',
        at: [0, 0],
        config: { url: '<parallel.item>', timeoutMs: 10_000, retry: { when: 'never' } },
      },
      history: { type: 'api', at: [3.4, 0], config: { url: '{{HISTORY_URL}}' } },
      compare: { type: 'function', at: [4.4, 0], config: { code: CODE } },
      keep: {
        type: 'api',
        at: [5.4, 0],
        config: {
          method: 'PUT',
          url: '{{HISTORY_URL}}',
          body: jsonBody('{"down": <compare.result.down>, "at": "<often.firedAt>"}'),
          failOnStatus: true,
        },
      },
      changed: {
        type: 'condition',
        at: [6.4, 0],
        config: { branches: [{ id: 'yes', label: 'Changed', expression: '<compare.result.changed>' }] },
      },
      tell: chatMessage('Pages that are down now: <compare.result.down>', [7.4, 0]),
    },
    [
      'often > pages',
      'pages > each',
      'each > history',
      'history > compare',
      'compare > keep',
      'keep > changed',
      'changed:yes > tell',
    ],
  ),
};
