import { bearer, documentOf, note, plain, secret, type WorkflowTemplate } from './template';

export const enrichWebhook: WorkflowTemplate = {
  id: 'enrich-webhook',
  name: 'Enrich a webhook and answer',
  about: 'Takes a request, looks up who it is about and answers it with both, in one round trip.',
  category: 'webhooks',
  words: ['lookup', 'crm', 'customer', 'respond'],
  variables: [
    plain('CRM_URL', 'Where the API with the customers is', 'https://api.crm.example'),
    secret('CRM_TOKEN', 'Token for that API, sent as Bearer'),
    secret('WEBHOOK_TOKEN', 'What senders put into the header X-Token'),
  ],
  document: documentOf(
    {
      about: note(
        'Publish the workflow, then POST {"customerId": "…"} to the address that “hook” shows. The sender ' +
          'gets what the Response sends.',
      ),
      hook: {
        type: 'webhook-trigger',
        at: [0, 0],
        config: {
          answer: 'response',
          check: { kind: 'header', header: 'X-Token', token: '{{WEBHOOK_TOKEN}}' },
        },
      },
      customer: {
        type: 'api',
        at: [1, 0],
        config: {
          url: '{{CRM_URL}}/customers/:id',
          pathParams: [{ key: 'id', value: '<hook.body.customerId>' }],
          auth: bearer('{{CRM_TOKEN}}'),
          failOnStatus: true,
        },
      },
      enriched: {
        type: 'transform',
        at: [2, 0],
        config: {
          fields: [
            { name: 'event', type: 'object', value: '<hook.body>' },
            { name: 'customer', type: 'string', value: '<customer.data.name>' },
            { name: 'plan', type: 'string', value: '<customer.data.plan ?? "free">' },
          ],
        },
      },
      response: { type: 'response', at: [3, 0], config: { body: '<enriched.result>' } },
      unknown: {
        type: 'response',
        at: [2, 1],
        config: { status: 404, body: '{"error": "There is no such customer."}' },
      },
    },
    ['hook > customer', 'customer > enriched', 'enriched > response', 'customer:error > unknown'],
  ),
};
