import { documentOf, note, plain, type TemplateBlock, type WorkflowTemplate } from './template';

const ask = (path: string, row: number): TemplateBlock => ({
  type: 'api',
  at: [1, row],
  config: {
    url: `{{CUSTOMER_API_URL}}/${path}`,
    params: [{ key: 'customer', value: '<start.customer>' }],
    timeoutMs: 5_000,
  },
});

export const fanOut: WorkflowTemplate = {
  id: 'fan-out',
  name: 'Ask several services at once',
  about: 'Calls three endpoints in parallel and answers with one object, in the time of the slowest.',
  category: 'data',
  words: ['parallel', 'aggregate', 'merge', 'backend for frontend', 'concurrent'],
  variables: [plain('CUSTOMER_API_URL', 'Where the three endpoints are', 'https://api.example.com')],
  document: documentOf(
    {
      about: note(
        'Blocks that don’t need each other run at the same time. “page” waits for all three; what failed ' +
          'is null in the answer instead of failing it.',
      ),
      start: {
        type: 'start',
        at: [0, 1],
        config: { fields: [{ name: 'customer', type: 'string', required: true }] },
      },
      profile: ask('profile', 0),
      orders: ask('orders', 1),
      messages: ask('messages', 2),
      page: {
        type: 'function',
        at: [2, 1],
        config: {
          code: `const ok = (status, data) => (status === 200 ? data : null);
return {
  profile: ok(<profile.status>, <profile.data>),
  orders: ok(<orders.status>, <orders.data>),
  messages: ok(<messages.status>, <messages.data>),
};`,
        },
      },
      response: { type: 'response', at: [3, 1], config: { body: '<page.result>' } },
    },
    [
      'start > profile',
      'start > orders',
      'start > messages',
      'profile > page',
      'orders > page',
      'messages > page',
      'page > response',
    ],
  ),
};
