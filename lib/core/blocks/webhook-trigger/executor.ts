import type { BlockExecutor } from '../block';
import type { WebhookTriggerConfig } from './definition';
import { secretsInRequest } from './sensitive-headers';

/**
 * Outputs the request that started the run, from the run's input. Parts that a manual run leaves out are
 * null or empty.
 */
export const executeWebhookTrigger: BlockExecutor<WebhookTriggerConfig> = async (
  { check, otherCheck },
  { input },
) => {
  const { body = null, headers, query, method = null, rawBody = null } = recordOf(input);
  const output = { body, headers: recordOf(headers), query: recordOf(query), method, rawBody };
  const secrets = secretsInRequest(output, [check, otherCheck]);
  return {
    ok: true,
    output,
    received: null,
    ...(secrets.length > 0 && { secrets }),
    ...(isBinary(body) && { files: [{ member: 'body', name: 'body' }] }),
  };
};

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

function isBinary(body: unknown): boolean {
  const { contentType, size, base64, ...more } = recordOf(body);
  return (
    Object.keys(more).length === 0 &&
    (contentType === null || typeof contentType === 'string') &&
    typeof size === 'number' &&
    typeof base64 === 'string'
  );
}
