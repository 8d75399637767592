import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../server/routes';
import { type Actor, ROLES, type Role, SCOPES, type Scope } from '../../services/access/actor';
import { startTestApi, type TestApi } from '../../services/accounts/testing/test-api';
import { mintUser } from '../../services/accounts/testing/test-workspace';
import { createApiKey } from '../../services/api-keys/create-api-key';
import { createBulkJob } from '../../services/bulk/jobs/create-job';
import { NewBulkJob } from '../../services/bulk/schema';
import { publishedChat, replies } from '../../services/chat/testing/published-chat';
import { startThread } from '../../services/comments/start-thread';
import { changedAnswers } from '../../services/drift/testing/changed-answers';
import { commentOnErrorGroup } from '../../services/error-groups/group-comments';
import { groupOfFailure } from '../../services/error-groups/testing/failing-workspace';
import { storeRequest } from '../../services/incoming-webhooks/stored-requests';
import { type LoggedWorkspace, mintLoggedWorkspace } from '../../services/logs/testing/logged-workspace';
import { setModelPrice } from '../../services/model-prices/change-model-prices';
import { openApiDocument } from '../../services/openapi/openapi';
import { deleteWebhook } from '../../services/outgoing-webhooks/delete-webhook';
import { listExecutionDeliveries } from '../../services/outgoing-webhooks/list-execution-deliveries';
import { NewWebhookSettings } from '../../services/outgoing-webhooks/schema';
import { sentEvents } from '../../services/outgoing-webhooks/sent-event';
import { keepAsTest } from '../../services/run-tests/keep-as-test';
import { getRunTest } from '../../services/run-tests/list-run-tests';
import { runByHand } from '../../services/runs/testing/run-by-hand';
import { idOfStep } from '../../services/runs/waits/called-ids';
import { waitToken } from '../../services/runs/waits/wait-links';
import { setVariable } from '../../services/variables/set-variable';
import { EXAMPLE_WORKFLOW } from '../../services/workflows/example-workflow';
import { isId, newId } from '../ids';
import { outboundClient } from '../outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../postgres/db';
import { notify } from '../postgres/notify';
import { vagueWords } from '../testing/vague-words';

/** The document as a client's author reads it: pure JSON. */
const document = JSON.parse(JSON.stringify(openApiDocument(routes, 'http://localhost:3000', sentEvents)));

interface Described {
  operationId: string;
  method: string;
  path: string;
  security: unknown[];
  parameters: Array<{ name: string; in: string; required: boolean; schema: Record<string, unknown> }>;
  requestBody?: unknown;
  responses: Record<
    string,
    {
      headers?: Record<string, unknown>;
      content?: Record<string, { schema: unknown }>;
      'x-streams'?: Record<string, { itemSchema: { $ref: string } }>;
    }
  >;
}

const described: Described[] = Object.entries<Record<string, Described>>(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(document, 'openapi.json');
const validators = new Map<string, ValidateFunction>();

function validatorAt(pointer: string): ValidateFunction {
  const known = validators.get(pointer);
  if (known !== undefined) return known;
  const made = ajv.compile({ $ref: `openapi.json#${pointer}` });
  validators.set(pointer, made);
  return made;
}

const at = { x: 0, y: 0 };
const SCHEDULED = {
  blocks: {
    nightly: { id: 'nightly', type: 'schedule-trigger', name: 'nightly', position: at },
    answer: { id: 'answer', type: 'response', name: 'answer', position: at },
  },
  edges: [{ id: 'e', source: 'nightly', target: 'answer' }],
};
const WAITS = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: at },
    ask: { id: 'ask', type: 'wait', name: 'ask', position: at, config: { kind: 'callback', title: 'Well?' } },
  },
  edges: [{ id: 'e', source: 'start', target: 'ask' }],
};

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

let api: TestApi;
let mill: LoggedWorkspace;
let key: Record<string, string>;
interface Values {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/**
 * The inputs for each operation, where the document leaves the value to the caller. What a request uses up is
 * made for each one, so that no test needs another.
 */
let asked: Record<string, Values | (() => Promise<Values>)>;

async function valuesOf({ operationId }: Described): Promise<Values> {
  const values = asked[operationId]!;
  return typeof values === 'function' ? await values() : values;
}

beforeAll(async () => {
  api = await startTestApi();
  await pool().query('SELECT runtime.ensure_webhook_partitions(now(), 2)');
  mill = await mintLoggedWorkspace();
  const customLimits = { logsApiPerMinute: 100_000, syncPerMinute: 100_000, asyncPerMinute: 100_000 };
  await prisma().user.update({
    where: { id: mill.owner.userId },
    data: { plan: 'enterprise', customLimits },
  });
  key = await keyWith(SCOPES);
  asked = await valuesFor(mill);
});
// What one test holds, no other waits for.
afterEach(async () => {
  const { rowCount } = await pool().query('DELETE FROM runtime.hold WHERE workspace_id = $1', [
    mill.workspaceId,
  ]);
  if (rowCount !== 0) await notify('workflow', '');
});
afterAll(async () => {
  await api.close();
  await outboundClient().close();
  await closeDatabase();
});

async function keyWith(
  scopes: readonly Scope[],
  person: Actor = mill.owner,
): Promise<Record<string, string>> {
  const choice = { name: 'k', scopes, workspaceIds: [mill.workspaceId], expiresAt: null };
  return { 'x-api-key': (await createApiKey(person, choice)).secret };
}

/** The role that a writing operation declares; undefined if none decides. */
function declaredRole({ operationId }: Described): Role | undefined {
  const role = routes.find(({ endpoint }) => endpoint.id === operationId)?.guards?.role;
  return typeof role === 'string' ? role : undefined;
}

async function valuesFor({
  workspaceId,
  exampleId,
  owner,
  record,
  run,
}: LoggedWorkspace): Promise<typeof asked> {
  const logged = run({
    files: [{ id: 'f1', name: 'f', contentType: 'image/png', size: 3, base64: 'AAEC' }],
    traceSpans: JSON.stringify([SPAN]),
    tags: ['order 1042'],
  });
  await record([logged]);
  const { logId, executionId } = logged.execution;
  const make = async (path: string, body: object) =>
    (await api.call('POST', path, key, body)).body.data as { id: string };
  const unpublished = (name: string) =>
    make('/api/v1/workflows', { workspaceId, name, document: EXAMPLE_WORKFLOW.document });
  const published = await unpublished('Published');
  const hook = { id: 'hook', type: 'webhook-trigger', name: 'hook', position: { x: 0, y: 0 } };
  const document = { blocks: { hook }, edges: [] };
  const hooked = await make('/api/v1/workflows', { workspaceId, name: 'Hooked', document });
  const hookRequest = { id: hooked.id, blockId: 'hook', requestId: await storedRequest(hooked.id) };
  const request = { body: { n: 1 }, headers: {}, query: {}, method: 'POST' };
  const hookRun = await runByHand(owner, {
    workflowId: hooked.id,
    version: 'draft',
    entryBlock: 'hook',
    input: request,
  });
  await make(`/api/v1/workflows/${published.id}/publish`, {});
  const scheduled = await make('/api/v1/workflows', { workspaceId, name: 'Scheduled', document: SCHEDULED });
  await make(`/api/v1/workflows/${scheduled.id}/publish`, {});
  const schedule = { params: { id: scheduled.id, blockId: 'nightly' } };
  const folder = await make('/api/v1/folders', { workspaceId, name: 'Kept' });
  const workflow = { params: { id: exampleId } };
  const ran = await runByHand(owner, { workflowId: exampleId, input: { name: 'Ada' } });
  const spanId = Object.values(EXAMPLE_WORKFLOW.document.blocks).find(({ type }) => type === 'api')!.id;
  const block = {
    params: { id: exampleId, blockId: Object.keys(EXAMPLE_WORKFLOW.document.blocks)[0]! },
    body: { document: EXAMPLE_WORKFLOW.document, samples: {}, input: {} },
  };
  const price = { input: 1, cacheRead: 0.1, cacheWrite: 1.25, output: 4 };
  const waits = await make('/api/v1/workflows', { workspaceId, name: 'Waits', document: WAITS });
  const waitOfOne = async () => {
    const waiting = await api.call('POST', `/api/v1/workflows/${waits.id}/executions`, key, { input: {} });
    return { params: { token: waitToken(idOfStep('wait', String(waiting.body.executionId), 'ask')) } };
  };
  const answered = async () => ({ ...(await waitOfOne()), body: { any: ['JSON'] } });
  const held = (path: string) =>
    api.call('PUT', `${path}/hold`, key, { reason: 'The server is being moved' });
  const deletedOne = async () => {
    const { id } = await unpublished('Deleted');
    await api.call('DELETE', `/api/v1/workflows/${id}`, key);
    return { params: { id } };
  };
  const outage = async () => {
    const id = newId();
    await pool().query(
      `INSERT INTO runtime.server_outage (id, workspace_id, origin, since, code, next_at)
       VALUES ($1, $2, $3, now(), 'TIMEOUT', now() + interval '1 hour')`,
      [id, workspaceId, `https://${id}.example.com`],
    );
    return { params: { id } };
  };
  return {
    getWait: await waitOfOne(),
    answerWait: answered,
    putWaitAnswer: answered,
    listWorkflows: { query: { workspaceId } },
    createWorkflow: { body: { workspaceId, name: 'New', document: EXAMPLE_WORKFLOW.document } },
    getWorkflow: workflow,
    saveWorkflow: { ...workflow, body: { document: EXAMPLE_WORKFLOW.document } },
    updateWorkflow: { ...workflow, body: { name: 'Renamed' } },
    putWorkflow: await keptInCode('/api/v1/workflows', {
      workspaceId,
      name: 'Kept',
      document: EXAMPLE_WORKFLOW.document,
    }),
    deleteWorkflow: async () => ({ params: { id: (await unpublished('Doomed')).id } }),
    listDeletedWorkflows: { query: { workspaceId } },
    restoreWorkflow: deletedOne,
    purgeWorkflow: deletedOne,
    publishWorkflow: async () => ({
      params: { id: (await unpublished('To be published')).id },
      body: { note: 'The first' },
    }),
    unpublishWorkflow: async () => {
      const { id } = await unpublished('To be taken offline');
      await make(`/api/v1/workflows/${id}/publish`, {});
      return { params: { id } };
    },
    getRunLimits: workflow,
    setRunLimits: { ...workflow, body: { atOnce: 1_000 } },
    getLaterTries: workflow,
    setLaterTries: { ...workflow, body: { tries: 2, waitsSeconds: [60, 3_600], failures: 'temporary' } },
    listHolds: { query: { workspaceId } },
    ...(await budgetValues(make, { workspaceId, workflowId: exampleId })),
    getWorkflowHold: workflow,
    holdWorkflow: { ...workflow, body: { reason: 'The server is being moved', waitingCallers: 'queue' } },
    releaseWorkflow: async () => {
      await held(`/api/v1/workflows/${exampleId}`);
      return { ...workflow, body: { perMinute: 60 } };
    },
    discardHeldOfWorkflow: workflow,
    getWorkspaceHold: { params: { workspaceId } },
    holdWorkspace: { params: { workspaceId }, body: { reason: 'The server is being moved' } },
    releaseWorkspace: async () => {
      await held(`/api/v1/workspaces/${workspaceId}`);
      return { params: { workspaceId }, body: {} };
    },
    discardHeldOfWorkspace: { params: { workspaceId } },
    listServerOutages: { query: { workspaceId } },
    probeServer: outage,
    failServerWaits: outage,
    listVersions: { ...workflow, query: { limit: '10' } },
    getVersion: { params: { id: published.id, number: '1' } },
    replayLog: { params: { id: hookRun.logId }, body: { version: 'original' } },
    ...(await testValues(owner, exampleId, ran.logId)),
    shadowWorkflow: { params: { id: published.id }, body: { runs: 5, version: 'draft' } },
    listSchedules: { params: { id: scheduled.id } },
    updateSchedule: { ...schedule, body: { paused: true } },
    runSchedule: schedule,
    getFailureNotice: workflow,
    setFailureNotice: { ...workflow, body: { workflowId: published.id } },
    getWorkspaceFailureNotice: { params: { workspaceId } },
    setWorkspaceFailureNotice: { params: { workspaceId }, body: { workflowId: null } },
    getRetention: { params: { workspaceId } },
    setRetention: { params: { workspaceId }, body: { logDays: 20, payloadDays: 10 } },
    getWorkspaceRedaction: { params: { workspaceId } },
    setWorkspaceRedaction: { params: { workspaceId }, body: { names: ['iban'] } },
    getWorkflowRedaction: workflow,
    setWorkflowRedaction: { ...workflow, body: { names: ['card'], paths: ['input.customer.email'] } },
    makeVersionLive: { params: { id: published.id, number: '1' } },
    ...(await chatValues()),
    ensureHook: { params: { id: hooked.id, blockId: 'hook' } },
    getTool: workflow,
    offerTool: { ...workflow, body: { name: 'greet', description: 'Says hello.' } },
    withdrawTool: { params: { id: published.id } },
    replaceHook: { params: { id: hooked.id, blockId: 'hook' } },
    listHookRequests: { params: { id: hooked.id, blockId: 'hook' } },
    getHookRequest: { params: hookRequest },
    listenToHook: { params: { id: hooked.id, blockId: 'hook' } },
    runHookRequest: { params: hookRequest },
    runAgain: { params: { id: hookRun.logId }, query: { version: 'draft' } },
    executeWorkflow: { ...workflow, body: { input: { name: 'Ada' }, tags: ['order 1042'] } },
    runDraft: { ...workflow, body: { input: { name: 'Ada' } } },
    startBatch: { ...workflow, body: { inputs: [{ name: 'Ada' }, { name: 'Bob' }], tags: ['nightly'] } },
    listExecutions: {
      query: {
        workspaceId,
        workflowIds: exampleId,
        triggers: 'api,manual',
        statuses: 'queued,parked',
        limit: '10',
      },
    },
    getExecution: { params: { id: executionId } },
    getExecutionTrace: { params: { id: executionId } },
    listWaits: { query: { workspaceId, workflowIds: exampleId, kinds: 'approval', limit: '10' } },
    cancelExecution: { params: { id: executionId } },
    sendBlock: block,
    previewBlock: block,
    getLastOutputs: workflow,
    listLogs: {
      query: {
        workspaceId,
        workflowIds: exampleId,
        triggers: 'api,manual',
        level: 'info',
        statuses: 'success,warning',
        startDate: '2020-01-31',
        endDate: '2999-01-31T12:00:00+02:00',
        minDurationMs: '0',
        maxDurationMs: '99999',
        minCost: '0',
        maxCost: '1.5',
        tags: 'order 1042,nightly',
        allTags: 'order 1042',
        limit: '10',
        order: 'asc',
        details: 'full',
        includeTraceSpans: 'true',
        includeFinalOutput: 'true',
      },
    },
    getLogHistogram: {
      query: { workspaceId, workflowIds: exampleId, level: 'info', startDate: '2026-01-31', buckets: '24' },
    },
    getLogGroups: { query: { workspaceId, by: 'workflow', level: 'info' } },
    searchLogs: { query: { workspaceId, q: 'greeting', triggers: 'api,manual' } },
    getOverview: {
      query: {
        workspaceId,
        from: new Date(Date.now() - 86_400_000).toISOString(),
        workflowIds: exampleId,
        triggers: 'api,manual',
      },
    },
    getUsageOverview: {
      query: { workspaceId, kind: 'model', key: 'gpt-5-mini', from: new Date().toISOString() },
    },
    listDrift: { query: { workspaceId } },
    listWorkflowDrift: { params: { id: exampleId } },
    expectDrift: async () => ({ params: { id: exampleId, changeId: await changedAnswers(mill) } }),
    ...(await errorGroupValues()),
    ...(await bulkValues(logId)),
    deleteLog: async () => {
      const doomed = run();
      await record([doomed]);
      return { params: { id: doomed.execution.logId }, query: { deliveries: 'discard' } };
    },
    getLog: { params: { id: logId } },
    getRecordedRequest: { params: { id: ran.logId, spanId } },
    getLogFile: { params: { id: logId, fileId: 'f1' } },
    getExecutionDetail: { params: { executionId } },
    listAudit: {
      query: {
        workspaceId,
        actors: 'user,system',
        action: 'webhook',
        target: 'x',
        limit: '10',
        startDate: '2020-01-31',
        endDate: '2999-01-31T12:00:00+02:00',
      },
    },
    listFolders: { query: { workspaceId } },
    createFolder: { body: { workspaceId, name: 'Another' } },
    updateFolder: { params: { id: folder.id }, body: { name: 'Called otherwise' } },
    putFolder: await keptInCode('/api/v1/folders', { workspaceId, name: 'In code' }),
    deleteFolder: async () => {
      const { id } = await make('/api/v1/folders', { workspaceId, name: `Gone ${newId()}` });
      return { params: { id } };
    },
    listDeletedFolders: { query: { workspaceId } },
    restoreFolder: async () => {
      const { id } = await make('/api/v1/folders', { workspaceId, name: `Gone ${newId()}` });
      await api.call('DELETE', `/api/v1/folders/${id}`, key);
      return { params: { id } };
    },
    listVariables: { params: { workspaceId } },
    setVariable: { params: { workspaceId, name: 'TOKEN' }, body: { value: 'secret' } },
    deleteVariable: async () => {
      await setVariable(owner, { workspaceId, name: 'GONE', value: 'x' });
      return { params: { workspaceId, name: 'GONE' } };
    },
    listModelPrices: { params: { workspaceId } },
    setModelPrice: { params: { workspaceId }, body: { model: 'house-model', ...price } },
    deleteModelPrice: async () => {
      await setModelPrice(owner, { workspaceId, model: 'gone-model', ...price });
      return { params: { workspaceId }, query: { model: 'gone-model' } };
    },
    ...(await alertValues(make, workspaceId)),
    ...(await accessValues(make)),
    ...(await connectionValues(make)),
    ...pinValues(exampleId),
    getOpenApi: {},
    ...(await webhookValues(make, { workspaceId, workflowId: exampleId, owner })),
    ...(await keptValues()),
    ...(await commentValues(exampleId)),
  };
}

/** What a workspace keeps for its people, and what is read beside its workflows. */
async function keptValues(): Promise<typeof asked> {
  const { workspaceId, exampleId } = mill;
  const params = { workspaceId };
  const post = async (path: string, body: object) => {
    const answer = await api.call('POST', `/api/v1/workspaces/${workspaceId}/${path}`, key, body);
    expect(answer.status).toBe(201);
    return (answer.body.data as { id: string }).id;
  };
  const library = { name: 'Orders', format: 'openapi', text: '{}', entries: [{ id: 'a', label: 'A' }] };
  const keep = async () => ({ params: { ...params, libraryId: await post('request-library', library) } });
  // Those of other tests would fill the quota. The last one may still be asked for.
  const newLibrary = async () => {
    const [last] = await prisma().requestLibrary.findMany({
      where: { workspaceId },
      orderBy: { createdAt: 'desc' },
      take: 1,
    });
    await prisma().requestLibrary.deleteMany({ where: { workspaceId, id: { not: last?.id ?? newId() } } });
    return keep();
  };
  const view = { name: 'Errors', search: 'level=error' };
  const save = async () => ({ params: { ...params, viewId: await post('log-views', view) } });
  const options = {
    includeFinalOutput: true,
    includeTraceSpans: false,
    includeRateLimits: false,
    includeUsageData: false,
  };
  return {
    listRequestLibraries: { params },
    keepInRequestLibrary: async () => {
      await prisma().requestLibrary.deleteMany({ where: { workspaceId } });
      return { params, body: library };
    },
    readRequestLibrary: newLibrary,
    renameRequestLibrary: async () => ({ ...(await newLibrary()), body: { name: 'Refunds' } }),
    deleteRequestLibrary: newLibrary,
    listLogViews: { params },
    createLogView: { params, body: view },
    updateLogView: async () => ({ ...(await save()), body: { name: 'Failures' } }),
    deleteLogView: save,
    getWorkspacePlan: { params },
    previewWebhookPayload: { params, body: { workflowId: exampleId, ...options } },
    listExecutionDeliveries: { params: { workspaceId, executionId: newId() } },
    workflowDeletionImpact: { params: { id: exampleId } },
    fetchDocument: { params, body: { url: `${api.origin}/api/v1/openapi.json` } },
    listModels: { params, body: { kind: 'openai', baseUrl: 'http://127.0.0.1:9', apiKey: '' } },
    variableUses: { params: { workspaceId, name: 'TOKEN' } },
    listWorkflowActivity: { params },
    getPublishingSettings: { params },
    getAssistantModel: { params },
    setAssistantModel: { params, body: { provider: 'openai', keyVariable: 'TOKEN', model: 'gpt-5-mini' } },
    removeAssistantModel: { params },
  };
}

/** Comments are few a minute: one thread is kept, and only what is deleted is written each time. */
async function commentValues(id: string): Promise<typeof asked> {
  const { writer } = mill;
  const groupId = (await groupOfFailure(mill)).groupId;
  const words = () => ({ text: 'Why so often?', requestKey: newId() });
  const path = `/api/v1/workflows/${id}/comment-threads`;
  const { body } = await api.call('POST', path, key, { blockId: null, ...words() });
  const thread = body.data as { id: string; comments: Array<{ id: string }> };
  const params = { id, threadId: thread.id };
  const sent = words();
  return {
    listComments: { params: { id } },
    startCommentThread: { params: { id }, body: { blockId: null, ...sent } },
    resolveCommentThread: { params, body: { resolved: true } },
    replyToComment: { params, body: words() },
    editComment: { params: { id, commentId: thread.comments[0]!.id }, body: { text: 'Why that often?' } },
    deleteComment: async () => {
      const { data } = await startThread(writer, { id, blockId: null, ...words() });
      return { params: { id, commentId: data.comments[0]!.id } };
    },
    listErrorGroupComments: { params: { id: groupId } },
    commentOnErrorGroup: { params: { id: groupId }, body: words() },
    deleteErrorGroupComment: async () => {
      const { data } = await commentOnErrorGroup(writer, { id: groupId, ...words() });
      return { params: { id: groupId, commentId: data.id } };
    },
  };
}

/** Each job is about a run of its own, because the same one can't be under way twice. */
async function bulkValues(logId: string): Promise<typeof asked> {
  const { workspaceId, owner } = mill;
  const body = async () => {
    const again = mill.run();
    await mill.record([again]);
    const select = { logIds: [again.execution.logId] };
    return {
      workspaceId,
      kind: 'run-again',
      select,
      version: 'draft',
      perSecond: 1,
      discardDeliveries: false,
    };
  };
  const job = async () => {
    const { data } = await createBulkJob(owner, NewBulkJob.parse(await body()));
    return { params: { id: data.id } };
  };
  // Those of other tests would fill the quota; the newest stays, because a request may be about it.
  const only = async () => {
    await pool().query(
      `DELETE FROM runtime.bulk_job j USING (SELECT max(id::text) AS id FROM runtime.bulk_job WHERE workspace_id = $1) newest
       WHERE workspace_id = $1 AND j.id::text <> newest.id`,
      [workspaceId],
    );
    return job();
  };
  return {
    countBulk: { body: { workspaceId, select: { logIds: [logId] } } },
    createBulkJob: async () => {
      await only();
      return { body: await body() };
    },
    listBulkJobs: { query: { workspaceId, limit: '10' } },
    getBulkJob: only,
    listBulkItems: async () => ({
      ...(await only()),
      query: { outcome: 'started', limit: '10', cursor: '1' },
    }),
    pauseBulkJob: only,
    resumeBulkJob: async () => ({ ...(await only()), body: { perSecond: 5 } }),
    stopBulkJob: only,
  };
}

/** Workspaces, their members and invitations, and API keys. */
async function accessValues(
  make: (path: string, body: object) => Promise<{ id: string }>,
): Promise<typeof asked> {
  const { workspaceId, reader } = mill;
  const params = { workspaceId };
  const invitations = `/api/v1/workspaces/${workspaceId}/invitations`;
  const serviceAccounts = `/api/v1/workspaces/${workspaceId}/service-accounts`;
  const serviceAccount = () => ({ name: 'Deploy bot', role: 'reader' });
  const invite = () => ({ email: `${newId()}@example.com`, role: 'reader' });
  const newKey = { name: 'Nightly import', scopes: ['workflows:run'], workspaceIds: [workspaceId] };
  const oneKey = async () => ({ params: { id: (await make('/api/v1/api-keys', newKey)).id } });
  return {
    listWorkspaces: {},
    renameWorkspace: { params, body: { name: 'Mill' } },
    listMembers: { params },
    changeMemberRole: { params: { workspaceId, userId: reader.userId }, body: { role: 'reader' } },
    removeMember: async () => {
      const userId = await mintUser('leaver');
      await prisma().membership.create({ data: { workspaceId, userId, role: 'reader' } });
      return { params: { workspaceId, userId } };
    },
    createServiceAccount: async () => ({ params, body: serviceAccount() }),
    renameServiceAccount: async () => {
      const { status, body } = await api.call('POST', serviceAccounts, key, serviceAccount());
      expect(status).toBe(201);
      const { userId } = body.data as { userId: string };
      return { params: { workspaceId, userId }, body: { name: 'Deploy' } };
    },
    listInvitations: { params },
    createInvitation: async () => ({ params, body: invite() }),
    revokeInvitation: async () => ({ params: { workspaceId, id: (await make(invitations, invite())).id } }),
    listApiKeys: { query: { limit: '10' } },
    createApiKey: { body: newKey },
    updateApiKey: async () => ({
      ...(await oneKey()),
      body: { name: 'Weekly import', addresses: ['203.0.113.0/24'] },
    }),
    rotateApiKey: async () => ({ ...(await oneKey()), body: { overlap: 'none' } }),
    revokeApiKey: oneKey,
  };
}

/** Puts it once, so that the request changes what is there. */
async function keptInCode(
  path: string,
  body: object,
  params: Record<string, string> = {},
): Promise<{ params: Record<string, string>; body: object }> {
  const { status } = await api.call('PUT', `${path}/by-external-id/kept`, key, body);
  expect(status).toBe(201);
  return { params: { ...params, externalId: 'kept' }, body };
}

async function connectionValues(
  make: (path: string, body: object) => Promise<{ id: string }>,
): Promise<typeof asked> {
  const { workspaceId } = mill;
  const settings = () => ({
    name: `Calendar ${newId()}`,
    kind: 'authorizationCode',
    authorizeUrl: 'https://auth.example.com/authorize',
    tokenUrl: 'https://auth.example.com/token',
    clientId: 'mill',
    clientSecret: 'secret',
    sendCredentials: 'header',
    scopes: '',
    parameters: [],
  });
  const create = async () => (await make(`/api/v1/workspaces/${workspaceId}/connections`, settings())).id;
  const kept = { params: { workspaceId, id: await create() } };
  return {
    listConnections: { params: { workspaceId } },
    createConnection: async () => ({ params: { workspaceId }, body: settings() }),
    updateConnection: async () => ({ ...kept, body: settings() }),
    putConnection: await keptInCode(`/api/v1/workspaces/${workspaceId}/connections`, settings(), {
      workspaceId,
    }),
    deleteConnection: async () => ({ params: { workspaceId, id: await create() } }),
    disconnect: { ...kept, body: {} },
    connectionUses: kept,
  };
}

function pinValues(id: string): typeof asked {
  const one = { params: { id, blockId: 'start' } };
  return {
    listPins: { params: { id } },
    savePin: { ...one, body: { output: { name: 'Ada' }, source: 'typed' } },
    deletePin: one,
    deletePins: { params: { id }, query: { blockIds: 'start,other' } },
  };
}

async function errorGroupValues(): Promise<typeof asked> {
  const { groupId: id, logId } = await groupOfFailure(mill);
  const { workspaceId, exampleId, owner } = mill;
  return {
    listEffects: {
      query: {
        workspaceId,
        tag: 'order 1042',
        host: 'api.example.com',
        execution: newId(),
        limit: '10',
      },
    },
    listErrorGroups: {
      query: {
        workspaceId,
        states: 'new,resolved',
        workflowIds: exampleId,
        assigneeId: owner.userId,
        logId,
        limit: '10',
      },
    },
    getErrorGroup: { params: { id } },
    listErrorGroupRuns: { params: { id }, query: { limit: '10' } },
    updateErrorGroup: {
      params: { id },
      body: { state: 'resolved', resolvedInVersion: 7, assigneeId: owner.userId },
    },
  };
}

/** Keeps the run of a log as a test; further ones get names of their own. */
async function testValues(owner: Actor, workflowId: string, logId: string): Promise<typeof asked> {
  const keep = async () => {
    const { data } = await keepAsTest(owner, { id: logId, name: `T ${newId()}`, tags: [], rules: [] });
    return { params: { id: workflowId, testId: data.id } };
  };
  const kept = await keep();
  const { data } = await getRunTest(owner, kept.params);
  const params = { id: workflowId };
  const apiBlockId = Object.values(EXAMPLE_WORKFLOW.document.blocks).find(({ type }) => type === 'api')!.id;
  return {
    keepAsTest: async () => ({ params: { id: logId }, body: { name: `T ${newId()}` } }),
    listRunTests: { params, query: { logId } },
    createRunTest: async () => ({
      params,
      body: { name: `T ${newId()}`, expected: data.expected, kept: data.kept },
    }),
    getRunTest: kept,
    updateRunTest: { ...kept, body: { tags: ['orders'] } },
    deleteRunTest: keep,
    runTests: { params, body: { version: 'draft', testIds: [data.id] } },
    runMocked: { params, body: { input: { name: 'Ada' }, version: 'draft', testId: data.id } },
    rehearseLog: { params: { id: logId }, body: { version: 'original', seed: 1 } },
    keepRehearsedAsTest: async () => ({
      params: { id: logId },
      body: { name: `T ${newId()}`, step: apiBlockId, fault: 'refused' },
    }),
    getCoverage: { params, query: { version: 'draft' } },
    acceptTestResult: { ...kept, body: { version: 'draft' } },
    suggestTestRules: { ...kept, body: { logId } },
  };
}

async function chatValues(): Promise<typeof asked> {
  const { id, slug, path } = await publishedChat(mill, { access: 'open' }, [replies('Hello')]);
  const { body } = await api.call('POST', path, { accept: 'application/json' }, { message: 'Hi' });
  const { conversationId } = body.data as { conversationId: string };
  return {
    ensureChat: { params: { id, blockId: 'chat' }, body: {} },
    getChatAddress: { params: { id, blockId: 'chat' } },
    getChat: { params: { slug } },
    sendChatMessage: { params: { slug }, body: { message: 'Hi', conversationId } },
    getChatConversation: { params: { slug, conversationId } },
  };
}

const storedRequest = (workflowId: string): Promise<string> =>
  storeRequest({
    workspaceId: mill.workspaceId,
    workflowId,
    blockId: 'hook',
    outcome: 'accepted',
    reason: null,
    content: { headers: {}, query: {}, method: 'POST', body: Buffer.from('{"n": 1}'), credentials: [] },
  });

const BUDGET = { measure: 'requests', server: 'api.example.com', limit: 1_000, withinMinutes: 1_440 };

async function budgetValues(
  make: (path: string, body: object) => Promise<{ id: string }>,
  { workspaceId, workflowId }: { workspaceId: string; workflowId: string },
): Promise<typeof asked> {
  const path = '/api/v1/budgets';
  // One for a whole workspace is for admins.
  const settings = { ...BUDGET, workflowId };
  const budget = { ...settings, workspaceId };
  const { id } = await make(path, budget);
  return {
    listBudgets: { query: { workspaceId } },
    createBudget: { body: budget },
    updateBudget: { params: { id }, body: { ...settings, lift: 'window-end' } },
    putBudget: await keptInCode(path, budget),
    deleteBudget: async () => ({ params: { id: (await make(path, budget)).id } }),
  };
}

const NOBODY = 'http://127.0.0.1:9/hook';
const ALERT = {
  name: 'Fails',
  condition: { kind: 'failures', count: 1 },
  windowMinutes: 5,
  destination: { kind: 'webhook', url: NOBODY },
};

async function alertValues(
  make: (path: string, body: object) => Promise<{ id: string }>,
  workspaceId: string,
): Promise<typeof asked> {
  const path = '/api/v1/alerts';
  const alert = { ...ALERT, workspaceId };
  const { id } = await make(path, alert);
  const params = { id };
  return {
    listAlerts: { query: { workspaceId } },
    createAlert: { body: alert },
    updateAlert: { params, body: ALERT },
    putAlert: await keptInCode(path, alert),
    listAlertEvents: { params },
    testAlert: { params },
    deleteAlert: async () => ({ params: { id: (await make(path, alert)).id } }),
  };
}

/** Creates subscriptions to a closed port, with one delivery that waits and one that has failed. */
async function webhookValues(
  make: (path: string, body: object) => Promise<{ id: string }>,
  { workspaceId, workflowId, owner }: { workspaceId: string; workflowId: string; owner: Actor },
): Promise<typeof asked> {
  const settings = { workspaceId, workflowId, url: NOBODY };
  const subscribe = (more: object = {}) => make('/api/v1/webhooks', { ...settings, ...more });
  const kept = await subscribe({ secret: { value: 'a secret of the receiver' } });
  const signed = await subscribe({ secret: { generate: true } });
  const { executionId } = await runByHand(owner, { workflowId, input: { name: 'Ada' } });
  const { data } = await listExecutionDeliveries(owner, { workspaceId, executionId });
  const deliveryId = data.find(({ webhookId }) => webhookId === kept.id)!.id;
  const since = '2026-01-31T12:00:00Z';
  const redelivery = await make(`/api/v1/webhooks/${kept.id}/redeliveries`, { since });
  const deletedSubscription = async () => {
    const { id } = await subscribe();
    await deleteWebhook(owner, { workspaceId, id });
    return { params: { id } };
  };
  const one = { params: { id: kept.id } };
  const delivery = { params: { id: kept.id, deliveryId } };
  const change = {
    ...NewWebhookSettings.parse({ url: NOBODY }),
    extendedRetries: true,
    version: 1,
  };
  return {
    listWebhookSubscriptions: { query: { workspaceId, workflowId } },
    createWebhookSubscription: { body: settings },
    getWebhookSubscription: one,
    putWebhookSubscription: await keptInCode('/api/v1/webhooks', settings),
    updateWebhookSubscription: async () => ({ params: { id: (await subscribe()).id }, body: change }),
    deleteWebhookSubscription: async () => ({ params: { id: (await subscribe()).id } }),
    listDeletedWebhookSubscriptions: { query: { workspaceId } },
    restoreWebhookSubscription: deletedSubscription,
    purgeWebhookSubscription: deletedSubscription,
    setWebhookSubscriptionActive: { ...one, body: { active: true } },
    setWebhookSubscriptionSecret: { ...one, body: { secret: { generate: true }, overlapSeconds: 60 } },
    removeWebhookSubscriptionSecret: async () => ({ params: { id: (await subscribe()).id } }),
    testWebhookSubscription: one,
    verifyWebhookReceiver: { params: { id: signed.id } },
    listWebhookEvents: {
      query: {
        workspaceId,
        workflowId,
        levels: 'info,error',
        triggers: 'api,manual',
        includeTags: 'true',
        limit: '10',
      },
    },
    listWebhookDeliveries: { ...one, query: { state: 'pending', since, limit: '10' } },
    getWebhookDelivery: delivery,
    redeliverWebhook: delivery,
    redeliverFailedWebhooks: { ...one, body: { since } },
    sendPendingWebhooks: one,
    getWebhookRedelivery: { params: { id: kept.id, redeliveryId: redelivery.id } },
  };
}

const SPAN = {
  id: 'b',
  parentId: null,
  blockId: 'b',
  name: 'api',
  type: 'api',
  status: 'warning',
  startTime: '2026-01-31T12:00:00.000Z',
  endTime: '2026-01-31T12:00:00.007Z',
  durationMs: 7,
  input: { a: 1 },
  output: null,
  error: { code: 'X', message: 'x' },
  children: [],
};

interface Change {
  headers?: Record<string, string>;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: string | Buffer | null;
}

/**
 * Sends a request as the document describes it, except for `change`; the response must match the document.
 */
async function ask(operation: Described, change: Change = {}): Promise<{ status: number; body: unknown }> {
  const values = await valuesOf(operation);
  const params = { ...values.params, ...change.params };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
  const search = new URLSearchParams({ ...values.query, ...change.query });
  const body = (change.body === undefined ? JSON.stringify(values.body) : (change.body ?? undefined)) as
    | BodyInit
    | undefined;
  const response = await fetch(`${api.origin}${path}?${search}`, {
    method: operation.method,
    headers: {
      ...(operation.security.length > 0 ? key : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...change.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const answer = operation.responses[response.status];
  expect([operation.operationId, response.status, Object.keys(operation.responses)]).toEqual([
    operation.operationId,
    response.status,
    expect.arrayContaining([String(response.status)]),
  ]);
  const type = response.headers.get('content-type')?.split(';')[0];
  const isStream = Object.hasOwn(answer!['x-streams'] ?? {}, type ?? '');
  for (const name of Object.keys(answer!.headers ?? {}))
    if (!(name === 'ETag' && isStream) && name !== 'Idempotent-Replayed')
      expect([name, response.headers.has(name)]).toEqual([name, true]);
  if (answer!.content === undefined) expect([text, type]).toEqual(['', undefined]);
  else if (!isStream && (!('*/*' in answer!.content) || response.status >= 400)) {
    expect(Object.keys(answer!.content)).toContain(type);
    conform(operation, response.status, type!, text);
    if (response.status >= 400) expect(vagueWords(JSON.parse(text))).toEqual([]);
  }
  return {
    status: response.status,
    body: type?.endsWith('json') && !isStream ? JSON.parse(text) : text,
  };
}

function conform({ path, method }: Described, status: number, type: string, text: string): void {
  const parts = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema'];
  const validate = validatorAt(`/${parts.map(escaped).join('/')}`);
  expect([validate(JSON.parse(text)), validate.errors ?? []]).toEqual([true, []]);
}

/** Returns the members with ids in capitals, as other databases write them. */
function inCapitals<Values>(values: Values): Values {
  if (typeof values !== 'object' || values === null) return values;
  const members = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' && /^id$|(?<!span|block)Ids?$/.test(name) && isId(value)
      ? value.toUpperCase()
      : value,
  ]);
  return Object.fromEntries(members) as Values;
}

const ANY_BODY = new Set(
  routes.filter(({ endpoint }) => endpoint.takesAnyBody).map(({ endpoint }) => endpoint.id),
);

const WRONG: Record<string, string> = {
  integer: '1.5',
  number: 'NaN',
  boolean: '1',
  array: ',',
};

describe.each(described.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_, operation) => {
    const secured = operation.security.length > 0;
    const has = (status: number) => String(status) in operation.responses;

    const role = declaredRole(operation);
    const tooLow = role === undefined ? [] : ROLES.slice(0, ROLES.indexOf(role));
    test.runIf(tooLow.length > 0)('refuses who has less than the role that it declares', async () => {
      for (const person of tooLow)
        expect((await ask(operation, { headers: await keyWith(SCOPES, mill[person]) })).status).toBe(403);
    });

    const good = Number(Object.keys(operation.responses)[0]);
    test('answers a good request as documented', async () => {
      expect((await ask(operation)).status).toBe(good);
    });

    test.runIf(secured)('takes ids in capitals', async () => {
      const { params, query, body } = await valuesOf(operation);
      const raised = {
        params: inCapitals(params),
        query: inCapitals(query),
        body: JSON.stringify(inCapitals(body)),
      };
      expect((await ask(operation, raised)).status).toBe(good);
    });

    test.runIf(role !== undefined)('lets in who has just the role that it declares', async () => {
      const headers = await keyWith(SCOPES, mill[role!]);
      expect((await ask(operation, { headers })).status).toBe(good);
    });

    test.runIf(secured)('needs a key', async () => {
      expect((await ask(operation, { headers: { 'x-api-key': 'none' } })).status).toBe(401);
    });

    test.runIf(secured)('needs its scope', async () => {
      const scope = /Needs the scope `(\w+:\w+)`/.exec(
        document.paths[operation.path][operation.method.toLowerCase()].description,
      )?.[1];
      const other = scope === 'logs:read' ? 'workflows:run' : 'logs:read';
      const { status } = await ask(operation, { headers: await keyWith([other]) });
      expect(status).toBe(['getExecution', 'listWorkspaces'].includes(operation.operationId) ? 200 : 403);
    });

    test.runIf(has(404) && operation.path.includes('{id}'))('knows nothing by an unknown id', async () => {
      for (const id of [newId(), 'x', '../x'])
        expect((await ask(operation, { params: { id } })).status).toBe(404);
    });

    test.runIf(has(400))('refuses a parameter it does not have', async () => {
      const { status, body } = await ask(operation, { query: { frobnicate: '1' } });
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({
          code: 'invalid_request',
          errors: [expect.objectContaining({ param: 'frobnicate', code: 'param_unknown' })],
        }),
      ]);
    });

    const asText = { body: '{}', headers: { 'content-type': 'text/plain' } };
    const tooLarge = { body: `{"a":"${'x'.repeat(34_000_000)}"}` };
    const takesAnyBody = ANY_BODY.has(operation.operationId);
    test.runIf(operation.requestBody !== undefined && !takesAnyBody)(
      'refuses a body that is no JSON, not said to be, or too large',
      async () => {
        expect((await ask(operation, { body: '{' })).status).toBe(400);
        expect((await ask(operation, { body: '[]' })).status).toBe(400);
        expect((await ask(operation, asText)).status).toBe(415);
        expect((await ask(operation, tooLarge)).status).toBe(413);
      },
    );
    test.runIf(operation.requestBody === undefined && !['GET', 'HEAD'].includes(operation.method))(
      'refuses a body that says something',
      async () => {
        const refusal = async (body: string) => {
          const answer = await ask(operation, { body });
          return [answer.status, (answer.body as { errors: object[] }).errors];
        };
        const errors = (param: string, code: string) => [400, [expect.objectContaining({ param, code })]];
        for (const { name, in: place } of operation.parameters)
          if (place === 'query')
            expect(await refusal(JSON.stringify({ [name]: '1' }))).toEqual(errors(name, 'body_not_taken'));
        expect(await refusal('{"frobnicate":1}')).toEqual(errors('frobnicate', 'param_unknown'));
        expect(await refusal('x'.repeat(5_000))).toEqual(errors('body', 'body_not_taken'));
      },
    );
    test.runIf(operation.requestBody !== undefined)(
      'refuses bytes that aren’t UTF-8, and a body that is packed',
      async () => {
        const { status, body } = await ask(operation, { body: Buffer.from('{"name":"\xff"}', 'latin1') });
        expect([status, body]).toEqual([
          400,
          expect.objectContaining({ errors: [expect.objectContaining({ code: 'body_not_utf8' })] }),
        ]);
        expect((await ask(operation, { headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
      },
    );
    test.runIf(takesAnyBody)('takes a body of any type, unless it is broken or too large', async () => {
      expect((await ask(operation, { body: '{' })).status).toBe(400);
      expect((await ask(operation, asText)).status).toBe(good);
      expect((await ask(operation, tooLarge)).status).toBe(413);
    });

    test.runIf(operation.parameters.some(({ in: place }) => place === 'query'))(
      'refuses wrong values, each by its name',
      async () => {
        for (const { name, schema, in: place } of operation.parameters) {
          const wrong = schema.enum
            ? 'no such'
            : schema.format === 'date-time'
              ? '2026-02-30'
              : WRONG[String(schema.type)];
          if (place !== 'query' || wrong === undefined) continue;
          const { status, body } = await ask(operation, { query: { [name]: wrong } });
          expect([
            status,
            (body as { errors: Array<{ param: string }> }).errors.map(({ param }) => param),
          ]).toEqual([400, [name]]);
        }
      },
    );

    test.runIf(operation.method === 'GET' && has(304))('answers 304 to who has it', async () => {
      expect((await ask(operation, { headers: { 'if-none-match': '*' } })).status).toBe(304);
    });
  },
);

const byId = (id: string) => described.find(({ operationId }) => operationId === id)!;

test('the ways to run and to export that share a path are documented too', async () => {
  expect((await ask(byId('executeWorkflow'), { query: { mode: 'async' } })).status).toBe(202);
  const itemsOf = async (id: string, accept: string, lineStart: string) => {
    const { $ref } = byId(id).responses['200']!['x-streams']![accept]!.itemSchema;
    const { body } = await ask(byId(id), { headers: { accept } });
    const lines = String(body)
      .split('\n')
      .filter((line) => line !== '' && line.startsWith(lineStart));
    return {
      validate: validatorAt($ref.slice(1)),
      items: lines.map((line) => JSON.parse(line.slice(lineStart.length))),
    };
  };
  const exported = await itemsOf('listLogs', 'application/x-ndjson', '');
  const rows = exported.items.slice(0, -1);
  const streamed = await itemsOf('executeWorkflow', 'text/event-stream', 'data: ');
  const followed = await itemsOf('getExecution', 'text/event-stream', 'data: ');
  expect(followed.items.map(({ status }) => status)).toEqual(['success']);
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(streamed.items.map(({ type }) => type))).toEqual(
    new Set(['run-started', 'block-started', 'block-finished', 'run-finished']),
  );
  for (const { validate, item } of [
    ...rows.map((item) => ({ validate: exported.validate, item })),
    ...followed.items.map((item) => ({ validate: followed.validate, item })),
    ...streamed.items.map((item) => ({ validate: streamed.validate, item })),
  ])
    expect([validate(item), validate.errors ?? []]).toEqual([true, []]);
});

/** Returns true if the 429 counts calls: a body for which there is no room is refused with a 429 as well. */
const countsCalls = (refusal: Described['responses'][string] | undefined): boolean =>
  'X-RateLimit-Limit' in (refusal?.headers ?? {});

test('limits are documented where calls or runs are counted, and nowhere else', async () => {
  const busy = await mintLoggedWorkspace();
  const customLimits = { logsApiPerMinute: 1, syncPerMinute: 1, asyncPerMinute: 1 };
  await prisma().user.update({
    where: { id: busy.owner.userId },
    data: { plan: 'enterprise', customLimits },
  });
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [busy.workspaceId], expiresAt: null };
  const headers = { 'x-api-key': (await createApiKey(busy.owner, choice)).secret };
  const own = { headers, params: { id: busy.exampleId } };
  const refused: string[] = [];
  for (const operation of described.filter(({ security }) => security.length > 0)) {
    const change = operation.method === 'DELETE' ? { headers } : own;
    await ask(operation, change);
    if ((await ask(operation, change)).status === 429) refused.push(operation.operationId);
  }
  expect(refused).toEqual(
    described
      .filter(({ responses, security }) => security.length > 0 && countsCalls(responses['429']))
      .map(({ operationId }) => operationId)
      // These need a stored request or run, which this workspace does not have.
      .filter((id) => !['runHookRequest', 'runAgain'].includes(id)),
  );
});

test('a block has no address of its own but where it is sent alone or starts runs', () => {
  const naming = described.filter(({ path }) => /block/i.test(path)).map(({ operationId }) => operationId);
  const alone = ['previewBlock', 'sendBlock'];
  const starts = [
    'ensureChat',
    'getChatAddress',
    'ensureHook',
    'replaceHook',
    'runSchedule',
    'updateSchedule',
  ];
  const pins = ['deletePin', 'savePin'];
  const requests = ['getHookRequest', 'listHookRequests', 'listenToHook', 'runHookRequest'];
  expect(naming.sort()).toEqual([...alone, ...starts, ...pins, ...requests].sort());
});

test('every operation of the document is driven', () => {
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(asked).sort());
});
