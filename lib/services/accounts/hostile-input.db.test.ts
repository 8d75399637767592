import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../platform/http/endpoint';
import { closeDatabase } from '../../platform/postgres/db';
import { routes } from '../../server/routes';
import { SCOPES } from '../access/actor';
import { sessionCookie } from '../access/session-cookie';
import { createApiKey } from '../api-keys/create-api-key';
import { EXAMPLE_WORKFLOW } from '../workflows/example-workflow';
import { startTestApi, type TestApi } from './testing/test-api';
import { mintWorkspace } from './testing/test-workspace';

const HOSTILE = ['\u0000', '../x', '%', "'; --", '\ud800', '__proto__', 'x'.repeat(500), '0'.repeat(36)];

let api: TestApi;
let headers: Record<string, string>;
let keyHeaders: Record<string, string>;
/** Valid values of these names, so that the hostile ones get past the first checks. */
let right: Record<string, unknown>;
beforeAll(async () => {
  api = await startTestApi();
  const { owner, workspaceId, exampleId } = await mintWorkspace();
  const cookie = await sessionCookie(
    { userId: owner.userId, sessionEpoch: 0 },
    { name: 'n', email: 'e@x.co' },
  );
  headers = { cookie: cookie.split(';')[0]!, 'sec-fetch-site': 'same-origin' };
  right = {
    workspaceId,
    id: exampleId,
    workspaceIds: [workspaceId],
    scopes: SCOPES,
    role: 'reader',
    document: EXAMPLE_WORKFLOW.document,
  };
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [workspaceId], expiresAt: null };
  keyHeaders = { 'x-api-key': (await createApiKey(owner, choice)).secret };
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const shapeOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

/** Returns a request with the same hostile text in every field, except those in `known`. */
function requestWith(text: string, { path, params, query, body }: Endpoint, known: Record<string, unknown>) {
  const segment = (name: string) => encodeURIComponent(String(known[name] ?? Buffer.from(text))) || 'x';
  const filled = shapeOf(params).reduce((at, name) => at.replace(`{${name}}`, segment(name)), path);
  const search = shapeOf(query).map((name) => `${name}=${segment(name)}`);
  const values = Object.fromEntries(shapeOf(body).map((name) => [name, known[name] ?? text]));
  return { path: `${filled}?${search.join('&')}`, body: body === undefined ? undefined : values };
}

describe.each(routes.map(({ endpoint }) => [endpoint.id, endpoint] as const))('%s', (_, endpoint) => {
  test('answers hostile text with a refusal, never with a fault of ours', async () => {
    const harmless = endpoint.method === 'DELETE' ? {} : right;
    for (const text of HOSTILE)
      for (const [credentials, known] of [
        [headers, {}],
        [keyHeaders, {}],
        [{}, {}],
        [headers, harmless],
      ] as const) {
        const { path, body } = requestWith(text, endpoint, known);
        const answer = await api.call(endpoint.method, path, credentials, body);
        expect([text, answer.status]).toEqual([text, expect.toSatisfy((status: number) => status < 500)]);
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      }
  });
});
