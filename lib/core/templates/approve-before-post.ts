import { CHAT_URL, chatMessage } from './chat-alert';
import { bearer, documentOf, jsonBody, note, plain, secret, type WorkflowTemplate } from './template';

export const approveBeforePost: WorkflowTemplate = {
  id: 'approve-before-post',
  name: 'Approve before it is sent',
  about: 'Sends an approver a link, waits up to three days for the decision, and only then places an order.',
  category: 'people',
  words: ['human', 'approval', 'order', 'confirm', 'wait', 'slack'],
  variables: [
    plain('ORDERS_URL', 'Where orders are placed', 'https://api.supplier.example'),
    secret('ORDERS_TOKEN', 'Token for that API, sent as Bearer'),
    CHAT_URL,
  ],
  document: documentOf(
    {
      about: note(
        'While it waits, a run uses no resources and survives restarts. The link works once; what the approver ' +
          'writes is <ask.data.comment>.',
      ),
      start: {
        type: 'start',
        at: [0, 0],
        config: {
          fields: [
            { name: 'item', type: 'string', required: true },
            { name: 'amount', type: 'number', required: true },
          ],
        },
      },
      ask: {
        type: 'wait',
        at: [1, 0],
        config: {
          kind: 'approval',
          title: 'Order <start.item>?',
          text: 'It costs <start.amount> USD.',
          fields: [{ name: 'comment', type: 'string' }],
          expiresAfter: '3',
          expiresUnit: 'days',
        },
      },
      tell: chatMessage('<start.item> for <start.amount> USD needs a decision: <ask.url>', [2, 3]),
      order: {
        type: 'api',
        at: [2, 0],
        config: {
          method: 'POST',
          url: '{{ORDERS_URL}}/orders',
          auth: bearer('{{ORDERS_TOKEN}}'),
          body: jsonBody(
            '{"item": "<start.item>", "amount": <start.amount>, "comment": "<ask.data.comment ?? "">"}',
          ),
          failOnStatus: true,
        },
      },
      ordered: { type: 'response', at: [3, 0], config: { status: 201, body: '<order.data>' } },
      rejected: {
        type: 'response',
        at: [2, 1],
        config: { status: 200, body: '{"ordered": false, "reason": "rejected"}' },
      },
      expired: {
        type: 'response',
        at: [2, 2],
        config: { status: 200, body: '{"ordered": false, "reason": "nobody decided"}' },
      },
    },
    [
      'start > ask',
      'ask:approved > order',
      'order > ordered',
      'ask:rejected > rejected',
      'ask:expired > expired',
      'ask:waiting > tell',
    ],
  ),
};
