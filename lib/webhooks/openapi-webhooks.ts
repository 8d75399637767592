import type { SchemaCollector } from '../http/openapi-schemas';
import { composeBody } from './payload';
import { sampleExecution } from './sample-execution';
import { EVENT_TYPE, WebhookEvent } from './schema';
import { deliveryHeaders } from './signature';

const EXAMPLE_MS = Date.UTC(2026, 0, 31, 12);
const DELIVERY_ID = '01a1ff9f-0d0e-7c35-9d2b-4a4a4f0f8a11';

const HEADERS: Record<string, string> = {
  'service-event': 'The kind of event.',
  'service-timestamp': 'Milliseconds since 1970, of this attempt.',
  'service-delivery-id': 'The same on every attempt of a delivery.',
  'service-signature':
    'When the subscription has a secret: `t=<timestamp>,v1=<hex>`, HMAC-SHA256 of `<timestamp>.<raw body>`.',
  'service-test': '`true` when the execution is made up.',
  'Idempotency-Key': 'The delivery id again.',
};
const OPTIONAL = ['service-signature', 'service-test'];

/** The `webhooks` of the OpenAPI document: what subscribers receive. */
export function openApiWebhooks(collector: SchemaCollector): Record<string, unknown> {
  const execution = sampleExecution(DELIVERY_ID, EXAMPLE_MS);
  const body = composeBody({ id: DELIVERY_ID, timestampMs: EXAMPLE_MS, execution, limits: null }, 0);
  const made = { deliveryId: DELIVERY_ID, body, secrets: ['secret'], isTest: false };
  const examples = new Map(deliveryHeaders(made, EXAMPLE_MS));
  const parameters = Object.entries(HEADERS).map(([name, description]) => {
    const example = examples.get(name.toLowerCase());
    return {
      ...{ name, in: 'header', description, schema: { type: 'string' } },
      required: !OPTIONAL.includes(name),
      ...(example === undefined ? {} : { example }),
    };
  });
  const schema = collector.schemaOf(WebhookEvent, 'output');
  const post = {
    operationId: 'workflowExecutionCompleted',
    summary: 'An execution of a subscribed workflow has completed',
    description: 'Retried after 5xx, 429 or no answer, with the same id and body.',
    tags: ['Webhooks'],
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: JSON.parse(body) } },
    },
    responses: {
      '2XX': { description: 'Acknowledged.' },
      '4XX': { description: 'Refused, and not sent again; after 429 it is.' },
      '5XX': { description: 'Sent again later.' },
    },
  };
  return { [EVENT_TYPE]: { post } };
}
