import { bearer, documentOf, jsonBody, note, plain, secret, type WorkflowTemplate } from './template';

export const paymentEvents: WorkflowTemplate = {
  id: 'payment-events',
  name: 'Webhooks without duplicates',
  about: 'Takes payment events once each, however often the sender repeats them, and books them in a ledger.',
  category: 'webhooks',
  words: ['idempotent', 'dedupe', 'stripe', 'once', 'ledger', 'filter'],
  variables: [
    plain('LEDGER_URL', 'Where payments are booked', 'https://ledger.example.com'),
    secret('LEDGER_TOKEN', 'Token for that API, sent as Bearer'),
    secret('PAYMENTS_SECRET', 'Secret that the sender signs with (HMAC-SHA256, header X-Signature)'),
  ],
  document: documentOf(
    {
      about: note(
        'Three safeguards: the signature is checked, events with the same body.id start one run, and the ' +
          'ledger gets that id as Idempotency-Key.',
      ),
      hook: {
        type: 'webhook-trigger',
        at: [0, 0],
        config: {
          answer: 'accepted',
          check: { kind: 'hmac', header: 'X-Signature', token: '{{PAYMENTS_SECRET}}' },
          duplicateKey: 'body.id',
          condition: "body.type === 'payment.succeeded'",
        },
      },
      book: {
        type: 'api',
        at: [1, 0],
        config: {
          method: 'POST',
          url: '{{LEDGER_URL}}/entries',
          auth: bearer('{{LEDGER_TOKEN}}'),
          headers: [{ key: 'Idempotency-Key', value: '<hook.body.id>' }],
          body: jsonBody(
            '{"payment": "<hook.body.id>", "amount": <hook.body.amount>, "currency": "<hook.body.currency>"}',
          ),
          failOnStatus: true,
        },
      },
    },
    ['hook > book'],
  ),
};
