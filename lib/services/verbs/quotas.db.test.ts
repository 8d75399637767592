import { afterAll, beforeEach, expect, test } from 'vitest';
import { ProposedChange } from '../../core/assistant/change';
import { newId } from '../../platform/ids';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { SCOPES } from '../access/actor';
import { refusalOf } from '../accounts/testing/refusals';
import { mintUser, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { createAlert } from '../alerts/change-alerts';
import { createApiKey } from '../api-keys/create-api-key';
import { rotateApiKey } from '../api-keys/rotate-api-key';
import { createBudget } from '../budgets/change-budgets';
import { createBulkJob } from '../bulk/jobs/create-job';
import { NewBulkJob } from '../bulk/schema';
import { startThread } from '../comments/start-thread';
import { createConnection } from '../connections/change-connection';
import { createFolder } from '../folders/create-folder';
import { createLogView } from '../log-views/log-views';
import { offerTool } from '../mcp/offered-tool';
import { setModelPrice } from '../model-prices/change-model-prices';
import { createWebhook } from '../outgoing-webhooks/create-webhook';
import { savePin } from '../pins/pins';
import { createProposal } from '../proposals/create-proposal';
import { keepInLibrary } from '../request-library/keep-in-library';
import { createRunTest } from '../run-tests/create-run-test';
import { EMPTY_TEST } from '../run-tests/testing/empty-test';
import { insertExecutions } from '../runs/recording/insert-executions';
import { sampleRow } from '../runs/testing/sample-row';
import { setVariable } from '../variables/set-variable';
import { createWorkflow } from '../workflows/create-workflow';
import { EXAMPLE_WORKFLOW } from '../workflows/example-workflow';
import { acceptInvitation } from '../workspaces/accept-invitation';
import { createInvitation } from '../workspaces/create-invitation';
import { createServiceAccount } from '../workspaces/create-service-account';
import { createWorkspace } from '../workspaces/create-workspace';
import { QUOTAS, type Quota } from './quotas';

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

interface Case {
  /** SQL that inserts $2 rows of the person or workspace $1. */
  fill: string;
  of(): string;
  add(n: number): Promise<unknown>;
}

const inMill = () => mill.workspaceId;
const byOwner = () => mill.owner.userId;
const document = EXAMPLE_WORKFLOW.document;

const CASES: Record<Exclude<Quota, 'members'>, Case> = {
  ownedWorkspaces: {
    fill: `INSERT INTO workspace (id, name, owner_id) SELECT gen_random_uuid(), 'w', $1::uuid
      FROM generate_series(1, $2::int)`,
    of: byOwner,
    add: (n) => createWorkspace(mill.owner, { name: `W${n}` }),
  },
  apiKeys: {
    fill: `INSERT INTO api_key (id, user_id, name, hash, last_four, scopes)
           SELECT gen_random_uuid(), $1::uuid, 'k', uuid_send(gen_random_uuid()), 'abcd', '{}'
             FROM generate_series(1, $2::int)`,
    of: byOwner,
    add: (n) =>
      createApiKey(mill.owner, { name: `k${n}`, scopes: SCOPES, workspaceIds: [inMill()], expiresAt: null }),
  },
  serviceAccounts: {
    fill: `WITH made AS (
             INSERT INTO "user" (id, email, name, is_service)
             SELECT gen_random_uuid(), gen_random_uuid() || '@accounts.invalid', 's', true
             FROM generate_series(1, $2::int) RETURNING id)
           INSERT INTO membership (workspace_id, user_id, role)
           SELECT $1::uuid, id, 'reader' FROM made`,
    of: inMill,
    add: (n) => createServiceAccount(mill.admin, { workspaceId: inMill(), name: `s${n}`, role: 'reader' }),
  },
  workflows: {
    fill: `INSERT INTO workflow (id, workspace_id, name, document)
      SELECT gen_random_uuid(), $1::uuid, 'w', '{"blocks":{},"edges":[],"loops":{},"parallels":{}}'
      FROM generate_series(1, $2::int)`,
    of: inMill,
    add: (n) => createWorkflow(mill.writer, { workspaceId: inMill(), name: `w${n}`, document }),
  },
  folders: {
    fill: `INSERT INTO folder (id, workspace_id, name) SELECT gen_random_uuid(), $1::uuid, 'f'
      FROM generate_series(1, $2::int)`,
    of: inMill,
    add: (n) => createFolder(mill.writer, { workspaceId: inMill(), name: `f${n}`, parentId: null }),
  },
  variables: {
    fill: `INSERT INTO variable (workspace_id, name, ciphertext) SELECT $1::uuid, 'V' || n, ''
      FROM generate_series(1, $2::int) n`,
    of: inMill,
    add: (n) => setVariable(mill.writer, { workspaceId: inMill(), name: `ADDED_${n}`, value: 'x' }),
  },
  connections: {
    fill: `INSERT INTO connection (id, workspace_id, name, kind, authorize_url, token_url, client_id,
             send_credentials, scopes, parameters)
           SELECT gen_random_uuid(), $1::uuid, 'c' || n, 'clientCredentials', '', 'https://a.test', 'c',
             'body', '', '[]' FROM generate_series(1, $2::int) n`,
    of: inMill,
    add: (n) =>
      createConnection(mill.writer, {
        workspaceId: inMill(),
        name: `added ${n}`,
        kind: 'clientCredentials',
        authorizeUrl: '',
        tokenUrl: 'https://a.test',
        clientId: 'c',
        clientSecret: 's',
        sendCredentials: 'body',
        scopes: '',
        parameters: [],
      }),
  },
  webhooks: {
    fill: `INSERT INTO webhook_subscription (id, workspace_id, workflow_id, url, level_filter, trigger_filter)
           SELECT gen_random_uuid(), $1::uuid,
             (SELECT id FROM workflow WHERE workspace_id = $1::uuid LIMIT 1),
             'https://example.com', '{}', '{}'
           FROM generate_series(1, $2::int)`,
    of: inMill,
    add: () =>
      createWebhook(mill.writer, {
        workspaceId: inMill(),
        workflowId: mill.exampleId,
        name: '',
        url: 'https://93.184.215.14/hook',
        includeFinalOutput: false,
        includeTraceSpans: false,
        includeRateLimits: false,
        includeUsageData: false,
        includeTags: false,
        extendedRetries: false,
        standardWebhooks: false,
        cloudEvents: false,
        headers: [],
        tagFilter: null,
        strictOrder: false,
        maxPerMinute: null,
        transform: null,
        levelFilter: ['info'],
        events: ['workflow.execution.completed'],
        triggerFilter: ['api'],
        active: true,
      }),
  },
  blockPins: {
    fill: `INSERT INTO block_pin (workflow_id, block_id, sealed, bytes, source)
      SELECT $1::uuid, 'b' || n, '\\x00', 1, 'typed' FROM generate_series(1, $2::int) n`,
    of: () => mill.exampleId,
    add: (n) =>
      savePin(mill.writer, { id: mill.exampleId, blockId: `x${n}`, output: {}, source: 'typed' as const }),
  },
  runTests: {
    fill: `INSERT INTO run_test (id, workflow_id, name, tags, rules, sealed, bytes)
      SELECT gen_random_uuid(), $1::uuid, 't' || n, '{}', '[]', '\\x00', 1 FROM generate_series(1, $2::int) n`,
    of: () => mill.exampleId,
    add: (n) =>
      createRunTest(mill.writer, {
        ...EMPTY_TEST,
        id: mill.exampleId,
        name: `added ${n}`,
        tags: [],
        rules: [],
      }),
  },
  proposals: {
    fill: `INSERT INTO workflow_proposal (id, workflow_id, base_version, words, sealed, bytes)
      SELECT gen_random_uuid(), $1::uuid, 1, 'x', '\\x00', 1 FROM generate_series(1, $2::int)`,
    of: () => mill.exampleId,
    add: (n) =>
      createProposal(mill.writer, {
        id: mill.exampleId,
        words: 'x',
        proposed: ProposedChange.parse({ blocks: [{ id: `n${n}`, type: 'note', name: `n${n}` }] }),
      }),
  },
  comments: {
    fill: `WITH thread AS (
        INSERT INTO comment_thread (id, workflow_id) VALUES (gen_random_uuid(), $1::uuid) RETURNING id
      ) INSERT INTO comment (id, thread_id, workflow_id, text, request_key)
        SELECT gen_random_uuid(), thread.id, $1::uuid, 'x', '' FROM thread, generate_series(1, $2::int)`,
    of: () => mill.exampleId,
    add: (n) =>
      startThread(mill.writer, { id: mill.exampleId, blockId: null, text: 'x', requestKey: `request-${n}` }),
  },
  logViews: {
    fill: `INSERT INTO log_view (id, workspace_id, user_id, name, search, shared)
      SELECT gen_random_uuid(), $1::uuid, (SELECT owner_id FROM workspace WHERE id = $1::uuid), 'v', '', false
      FROM generate_series(1, $2::int)`,
    of: inMill,
    add: (n) =>
      createLogView(mill.reader, { workspaceId: inMill(), name: `v${n}`, search: '', shared: false }),
  },
  requestLibraries: {
    fill: `INSERT INTO request_library (id, workspace_id, name, format, sealed, entries)
      SELECT gen_random_uuid(), $1::uuid, 'l', 'openapi', '', '[]' FROM generate_series(1, $2::int)`,
    of: inMill,
    add: (n) =>
      keepInLibrary(mill.writer, {
        workspaceId: inMill(),
        name: `l${n}`,
        format: 'openapi',
        text: '{}',
        entries: [{ id: 'a', label: 'GET /a' }],
      }),
  },
  invitations: {
    fill: `INSERT INTO invitation (id, workspace_id, email, role, token_hash, expires_at)
           SELECT gen_random_uuid(), $1::uuid, 'x' || n, 'reader', uuid_send(gen_random_uuid()),
             now() + interval '1 day'
           FROM generate_series(1, $2::int) n`,
    of: inMill,
    add: (n) =>
      createInvitation(mill.admin, {
        workspaceId: inMill(),
        email: `i${n}-${newId()}@example.com`,
        role: 'reader',
      }),
  },
  budgets: {
    fill: `INSERT INTO runtime.budget (id, workspace_id, measure, most, within_minutes, lift, waiting_callers, seq)
      SELECT gen_random_uuid(), $1::uuid, 'runs', 1, 60, 'release', 'refuse', 0 FROM generate_series(1, $2::int)`,
    of: inMill,
    add: () =>
      createBudget(mill.writer, {
        workspaceId: inMill(),
        workflowId: mill.exampleId,
        measure: 'runs',
        server: null,
        limit: 1,
        withinMinutes: 60,
        lift: 'release',
        waitingCallers: 'refuse',
      }),
  },
  alertRules: {
    fill: `INSERT INTO alert_rule (id, workspace_id, name, condition, window_minutes, workflow_ids, emails)
      SELECT gen_random_uuid(), $1::uuid, 'a', '{"kind":"failures","count":1}', 5, '{}', '{}'
      FROM generate_series(1, $2::int)`,
    of: inMill,
    add: (n) =>
      createAlert(mill.writer, {
        workspaceId: inMill(),
        name: `a${n}`,
        enabled: true,
        workflowIds: [],
        windowMinutes: 5,
        notifyRecovery: true,
        condition: { kind: 'failures', count: 1 },
        destination: { kind: 'webhook', url: 'https://93.184.215.14/alert' },
      }),
  },
  tools: {
    fill: `WITH made AS (
        INSERT INTO workflow (id, workspace_id, name, document)
        SELECT gen_random_uuid(), $1::uuid, 'w', '{"blocks":{},"edges":[],"loops":{},"parallels":{}}'
        FROM generate_series(1, $2::int) RETURNING id
      ) INSERT INTO workflow_tool (workflow_id, workspace_id, name, description)
        SELECT id, $1::uuid, 't_' || id, '' FROM made`,
    of: inMill,
    add: async (n) => {
      const { data } = await createWorkflow(mill.writer, { workspaceId: inMill(), name: `t${n}`, document });
      await offerTool(mill.writer, { id: data.id, name: `tool_${n}`, description: '' });
    },
  },
  bulkJobs: {
    fill: `INSERT INTO runtime.bulk_job (id, workspace_id, created_by, kind, selection, per_second, matching)
      SELECT gen_random_uuid(), $1::uuid, gen_random_uuid(), 'cancel', '{}', 1, 1 FROM generate_series(1, $2::int)`,
    of: inMill,
    add: async (n) => {
      const executionId = newId();
      const { workspaceId, exampleId: workflowId, owner } = mill;
      const ids = { executionId, logId: newId() };
      const row = sampleRow({ workspaceId, workflowId, holderId: owner.userId, mode: 'async', ids });
      await insertExecutions(pool(), [row], null);
      const select = { executionIds: [executionId] };
      await createBulkJob(
        mill.writer,
        NewBulkJob.parse({ workspaceId, kind: 'cancel', select, perSecond: n + 1 }),
      );
    },
  },
  modelPrices: {
    fill: `INSERT INTO model_price (workspace_id, model, input, cache_read, cache_write, output)
      SELECT $1::uuid, 'm' || n, 1, 1, 1, 1 FROM generate_series(1, $2::int) n`,
    of: inMill,
    add: (n) =>
      setModelPrice(mill.writer, {
        workspaceId: inMill(),
        model: `added ${n}`,
        input: 1,
        cacheRead: 1,
        cacheWrite: 1,
        output: 1,
      }),
  },
};

/** Adds rows until exactly one more is allowed. */
async function fillUp(quota: keyof typeof CASES) {
  const { fill, of } = CASES[quota];
  const [table, column] = COUNTED[quota];
  const { rows } = await pool().query(`SELECT count(*)::int AS n FROM ${table} WHERE ${column} = $1`, [of()]);
  await pool().query(fill, [of(), QUOTAS[quota].most - 1 - rows[0].n]);
}

const COUNTED: Record<keyof typeof CASES, [table: string, column: string]> = {
  ownedWorkspaces: ['workspace', 'owner_id'],
  apiKeys: ['api_key', 'user_id'],
  serviceAccounts: ['membership m JOIN "user" u ON u.id = m.user_id AND u.is_service', 'm.workspace_id'],
  workflows: ['workflow', 'workspace_id'],
  folders: ['folder', 'workspace_id'],
  variables: ['variable', 'workspace_id'],
  connections: ['connection', 'workspace_id'],
  webhooks: ['webhook_subscription', 'workspace_id'],
  blockPins: ['block_pin', 'workflow_id'],
  runTests: ['run_test', 'workflow_id'],
  proposals: ['workflow_proposal', 'workflow_id'],
  comments: ['comment', 'workflow_id'],
  logViews: ['log_view', 'workspace_id'],
  requestLibraries: ['request_library', 'workspace_id'],
  invitations: ['invitation', 'workspace_id'],
  alertRules: ['alert_rule', 'workspace_id'],
  tools: ['workflow_tool', 'workspace_id'],
  bulkJobs: ['runtime.bulk_job', 'workspace_id'],
  modelPrices: ['model_price', 'workspace_id'],
  budgets: ['runtime.budget', 'workspace_id'],
};

test.each(Object.keys(CASES) as Array<keyof typeof CASES>)(
  '%s: of several added at once exactly as many as there is room for, then a refusal naming the limit',
  async (quota) => {
    await fillUp(quota);
    const outcomes = await Promise.all([1, 2, 3].map((n) => refusalOf(CASES[quota].add(n))));
    expect(outcomes.toSorted()).toEqual(['done', 'quota_exceeded', 'quota_exceeded']);
    await expect(CASES[quota].add(4)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining(`at most ${QUOTAS[quota].most.toLocaleString('en-US')} `),
    });
  },
);

test('a variable that is there can be changed, and a key rotated at once frees no second place', async () => {
  const { workspaceId } = mill;
  await fillUp('variables');
  const set = (name: string, value: string) =>
    refusalOf(setVariable(mill.writer, { workspaceId, name, value }));
  expect([await set('LAST', 'x'), await set('ONE_MORE', 'x')]).toEqual(['done', 'quota_exceeded']);
  expect([await set('V1', 'y'), await set('LAST', 'y')]).toEqual(['done', 'done']);
  await fillUp('apiKeys');
  const choice = { name: 'last', scopes: SCOPES, workspaceIds: [workspaceId], expiresAt: null };
  const { id } = (await createApiKey(mill.owner, choice)).data;
  expect(await refusalOf(rotateApiKey(mill.owner, { id, overlap: '1h' }))).toBe('quota_exceeded');
});

test('a workspace with as many members as it may have takes no more', async () => {
  const { admin, workspaceId } = await mintWorkspace();
  const actor = { kind: 'user', userId: await mintUser('late'), roles: new Map() } as const;
  const { email } = await prisma().user.findUniqueOrThrow({ where: { id: actor.userId } });
  const { link } = await createInvitation(admin, { workspaceId, email, role: 'reader' });
  await pool().query(
    `WITH people AS (
       INSERT INTO "user" (id, email, name)
       SELECT gen_random_uuid(), 'm' || n || '-' || $1::text || '@example.com', 'm'
         FROM generate_series(1, $2::int) n RETURNING id)
     INSERT INTO membership (workspace_id, user_id, role) SELECT $1::text::uuid, id, 'reader' FROM people`,
    [workspaceId, QUOTAS.members.most - 4],
  );
  const token = new URL(link!).pathname.replace('/invite/', '');
  expect(await refusalOf(acceptInvitation(actor, { token }))).toBe('quota_exceeded');
});
