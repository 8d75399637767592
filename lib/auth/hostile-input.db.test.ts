import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../api-keys/create-api-key';
import { closeDatabase } from '../db';
import type { Endpoint } from '../http/endpoint';
import { operations } from '../operations';
import { SCOPES } from './actor';
import { sessionCookie } from './session-cookie';
import { startTestApi, type TestApi } from './testing/test-api';
import { mintWorkspace } from './testing/test-workspace';

const HOSTILE = ['\u0000', '../x', '%', "'; --", '\ud800', '__proto__', 'x'.repeat(500), '0'.repeat(36)];

let api: TestApi;
let headers: Record<string, string>;
let keyHeaders: Record<string, string>;
beforeAll(async () => {
  api = await startTestApi();
  const { owner, workspaceId } = await mintWorkspace();
  const cookie = await sessionCookie(
    { userId: owner.userId, sessionEpoch: 0 },
    { name: 'n', email: 'e@x.co' },
  );
  headers = { cookie: cookie.split(';')[0]!, 'sec-fetch-site': 'same-origin' };
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [workspaceId], expiresAt: null };
  keyHeaders = { 'x-api-key': (await createApiKey(owner, choice)).secret };
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const shapeOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

/** The same hostile text in every place where the endpoint takes any. */
function requestWith(text: string, { path, params, query, body }: Endpoint) {
  const segment = encodeURIComponent(Buffer.from(text).toString());
  const filled = shapeOf(params).reduce((at, name) => at.replace(`{${name}}`, segment || 'x'), path);
  const search = shapeOf(query).map((name) => `${name}=${segment}`);
  const values = Object.fromEntries(shapeOf(body).map((name) => [name, text]));
  return { path: `${filled}?${search.join('&')}`, body: body === undefined ? undefined : values };
}

describe.each(operations.map(({ endpoint }) => [endpoint.id, endpoint] as const))('%s', (_, endpoint) => {
  test('answers hostile text with a refusal, never with a fault of ours', async () => {
    for (const text of HOSTILE)
      for (const credentials of [headers, keyHeaders, {}]) {
        const { path, body } = requestWith(text, endpoint);
        const answer = await api.call(endpoint.method, path, credentials, body);
        expect([text, answer.status]).toEqual([text, expect.toSatisfy((status: number) => status < 500)]);
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      }
  });
});
