import { documentOf, jsonBody, note, plain, type TemplateBlock, type WorkflowTemplate } from './template';

const step = (path: string, body: string, at: TemplateBlock['at']): TemplateBlock => ({
  type: 'api',
  at,
  config: {
    method: 'POST',
    url: `{{CHECKOUT_URL}}/${path}`,
    body: jsonBody(body),
    failOnStatus: true,
    retry: { when: 'safe', max: 2 },
  },
});
const refused = (reason: string, at: TemplateBlock['at']): TemplateBlock => ({
  type: 'response',
  at,
  config: { status: 409, body: `{"ordered": false, "reason": "${reason}"}` },
});

export const checkout: WorkflowTemplate = {
  id: 'checkout',
  name: 'Checkout that undoes itself',
  about: 'Reserves, charges and ships in order; when a step fails, what was done before is taken back.',
  category: 'reliability',
  words: ['saga', 'compensation', 'rollback', 'transaction', 'order', 'payment'],
  variables: [plain('CHECKOUT_URL', 'Where stock, payments and shipments are', 'https://api.shop.example')],
  document: documentOf(
    {
      about: note(
        'The error port of each step leads to what undoes the steps before it. Requests carry an ' +
          'Idempotency-Key by themselves, so that retries don’t charge twice.',
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
      reserve: step('reservations', '{"item": "<start.item>"}', [1, 0]),
      charge: step('charges', '{"amount": <start.amount>, "for": "<reserve.data.id>"}', [2, 0]),
      ship: step('shipments', '{"reservation": "<reserve.data.id>"}', [3, 0]),
      done: {
        type: 'response',
        at: [4, 0],
        config: {
          status: 201,
          body: '{"ordered": true, "charge": "<charge.data.id>", "shipment": "<ship.data.id>"}',
        },
      },
      sold_out: refused('out of stock', [2, 1]),
      release: step('reservations/<reserve.data.id>/release', '{}', [3, 2]),
      declined: refused('payment declined', [4, 2]),
      refund: step('charges/<charge.data.id>/refund', '{}', [4, 1]),
      let_go: step('reservations/<reserve.data.id>/release', '{}', [5, 1]),
      not_shipped: refused('it can’t be shipped; you were not charged', [6, 1]),
    },
    [
      'start > reserve',
      'reserve > charge',
      'charge > ship',
      'ship > done',
      'reserve:error > sold_out',
      'charge:error > release',
      'release > declined',
      'ship:error > refund',
      'refund > let_go',
      'let_go > not_shipped',
    ],
  ),
};
