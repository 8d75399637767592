import { afterAll, beforeAll, expect, test } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import { getLog } from '../logs/get-log';
import { workflowIn } from '../runs/testing/workflow-in';
import { publishedHook } from './testing/published-hook';

let api: TestApi;
let mill: TestWorkspace;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('server');
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
});
afterAll(async () => {
  await api.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const ACTING = [
  'WWW-Authenticate',
  'NEL',
  'Report-To',
  'X-Accel-Redirect',
  'X-Sendfile',
  'Alt-Svc',
  'Refresh',
  'Clear-Site-Data',
  'Set-Login',
  'Speculation-Rules',
  'Set-Cookie',
  'X-Forwarded-Host',
];
const TELLING = { 'cache-control': 'max-age=60', 'x-mine': 'yes', location: 'https://example.com/next' };
const headers = [
  ...ACTING.map((key) => ({ key, value: 'hostile' })),
  { key: 'X-Frame-Options', value: 'ALLOWALL' },
  { key: 'Content-Security-Policy', value: 'default-src *' },
  { key: 'Content-Type', value: 'text/html' },
  ...Object.entries(TELLING).map(([key, value]) => ({ key, value })),
];
const answers = { status: '200', body: '<script>alert(1)</script>', headers };

function expectHarmless(response: Response): void {
  expect(response.status).toBe(200);
  for (const name of ACTING) expect([name, response.headers.get(name)]).toEqual([name, null]);
  expect([...response.headers.values()]).not.toContain('hostile');
  expect([...response.headers.values()]).not.toContain('ALLOWALL');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy.split('; ')).toEqual(expect.arrayContaining(['sandbox', "default-src 'none'"]));
  expect(policy).not.toMatch(/script|allow-same-origin|\*/);
  for (const [name, value] of Object.entries(TELLING)) expect(response.headers.get(name)).toBe(value);
}

test('a webhook’s answer has the headers that tell of it, and none that act', async () => {
  const { path, id } = await publishedHook(mill, { methods: 'GET', answer: 'response' }, answers);
  expectHarmless(await fetch(api.origin + path, { redirect: 'manual' }));
  const { rows } = await pool().query('SELECT id FROM runtime.log WHERE workflow_id = $1', [id]);
  const { traceSpans } = (await getLog(mill.owner, rows[0].id)).data.executionData;
  const span = traceSpans.find(({ blockId }) => blockId === 'r');
  // Each that was left out is named for the author.
  for (const name of [...ACTING, 'X-Frame-Options', 'Content-Security-Policy'])
    expect(span?.warnings).toContainEqual(expect.stringContaining(`The header ${name} is not sent`));
  expect(span?.warnings).toHaveLength(ACTING.length + 2);
});

test('so has the answer of a run by code', async () => {
  const workflowId = await workflowIn(mill, [{ type: 'response', config: answers }]);
  const key = (await mintKey(mill.owner, mill.workspaceId)).headers;
  const path = `/api/v1/workflows/${workflowId}/executions?answer=response`;
  const once = { ...key, 'idempotency-key': 'one' };
  for (const sent of [key, once, once])
    expectHarmless(await fetch(api.origin + path, { method: 'POST', headers: sent, redirect: 'manual' }));
});

test('a run never gets the session of who visits a webhook', async () => {
  // Values given to a run are masked wherever they come out, so the condition tests which ones arrived.
  const seen = async (condition: string, cookie: string): Promise<number> => {
    const { path } = await publishedHook(mill, { methods: 'GET', condition });
    return (await fetch(api.origin + path, { headers: { cookie } })).status;
  };
  const names = ['', '__Secure-', '__Host-'].map((prefix) => `${prefix}next-auth.session-token=s3cr3t`);
  const cookies = ['theme=dark', ...names, 'mine=1'].join('; ');
  expect(await seen("headers.cookie === 'theme=dark; mine=1'", cookies)).toBe(202);
  expect(await seen("!('cookie' in headers)", names[0]!)).toBe(202);
});
