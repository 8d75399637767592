import { CHAT_URL, chatMessage } from './chat-alert';
import { bearer, documentOf, note, plain, secret, type WorkflowTemplate } from './template';

const CODE = `const orders = <orders.data>;
const total = orders.reduce((sum, order) => sum + order.total, 0);
const largest = orders.reduce((most, order) => Math.max(most, order.total), 0);
return { count: orders.length, total, largest };`;

export const pagedReport: WorkflowTemplate = {
  id: 'paged-report',
  name: 'Report on a paged list',
  about: 'Reads all pages of a list, adds up what is in it and posts the summary to a channel.',
  category: 'data',
  words: ['pagination', 'summary', 'orders', 'total', 'slack'],
  variables: [
    plain('SHOP_URL', 'Where the API with the list is', 'https://api.shop.example'),
    secret('SHOP_TOKEN', 'Token for that API, sent as Bearer'),
    CHAT_URL,
  ],
  document: documentOf(
    {
      about: note(
        'Reads /orders page by page until a page is empty. For an API with cursors or Link headers, choose ' +
          'another kind of pagination in the settings of “orders”.',
      ),
      start: {
        type: 'start',
        at: [0, 0],
        config: {
          fields: [{ name: 'status', type: 'string', default: 'paid', description: 'Orders to count' }],
        },
      },
      orders: {
        type: 'api',
        at: [1, 0],
        config: {
          url: '{{SHOP_URL}}/orders',
          params: [{ key: 'status', value: '<start.status>' }],
          auth: bearer('{{SHOP_TOKEN}}'),
          failOnStatus: true,
          pagination: { kind: 'page', param: 'page', items: 'orders', maxPages: 200 },
        },
      },
      totals: { type: 'function', at: [2, 0], config: { code: CODE } },
      post: chatMessage(
        '<totals.result.count> <start.status> orders, <totals.result.total> in total, the largest ' +
          '<totals.result.largest>.',
        [3, 0],
      ),
      response: { type: 'response', at: [4, 0], config: { body: '<totals.result>' } },
    },
    ['start > orders', 'orders > totals', 'totals > post', 'post > response'],
  ),
};
