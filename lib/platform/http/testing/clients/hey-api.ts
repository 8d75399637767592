import {
  cancelExecution,
  createWebhookSubscription,
  deleteWebhookSubscription,
  executeWorkflow,
  getExecution,
  getExecutionDetail,
  getLog,
  getLogFile,
  getWebhookSubscription,
  getWorkflow,
  type ListLogsData,
  listLogs,
  listVariables,
  listWebhookSubscriptions,
  type RunStreamEvent,
  saveWorkflow,
  setVariable,
  setWebhookSubscriptionActive,
  testWebhookSubscription,
  updateWebhookSubscription,
  type WebhookEvent,
} from './generated/hey-api';
import { type Client, createClient } from './generated/hey-api/client';
import { answered, type Findings, type Visit } from './visit';

/** Uses the API through the functions that @hey-api/openapi-ts generates, with their own defaults. */
export async function useApi(visit: Visit): Promise<Findings> {
  const client = createClient({ baseUrl: visit.origin, auth: visit.key });
  return {
    ...(await readLogs(client, visit)),
    ...(await runWorkflow(client, visit)),
    ...(await keepInGit(client, visit)),
    hook: await subscribe(client, visit),
    problem: await mistake(client, visit),
    refusals: await tooMany(visit),
  };
}

async function readLogs(client: Client, visit: Visit) {
  const { workspaceId, workflowId, folderId, logId, executionId, fileId } = visit;
  const query: ListLogsData['query'] = {
    workspaceId,
    workflowIds: [workflowId, 'another'],
    folderIds: [folderId, 'another'],
    triggers: ['api', 'manual'],
    level: 'info',
    executionId,
    model: 'gpt-x',
    startDate: '2020-01-31',
    endDate: '2999-01-31T12:00:00+02:00',
    limit: 10,
    order: 'asc',
    cursor: '',
    minDurationMs: 0,
    maxDurationMs: 99_999,
    minCost: 0,
    maxCost: 1.5,
    details: 'full',
    includeTraceSpans: true,
    includeFinalOutput: true,
  };
  const filtered = answered(await listLogs({ client, query }));
  let walked = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: unknown[]; nextCursor: string | null } = answered(
      await listLogs({ client, query: { workspaceId, limit: 2, cursor } }),
    );
    walked += page.data.length;
    cursor = page.nextCursor;
  }
  const { data: log } = answered(await getLog({ client, path: { id: logId } }));
  const ran = answered(await getExecutionDetail({ client, path: { executionId } }));
  const file = answered(await getLogFile({ client, path: { id: logId, fileId } }));
  const [span] = log.executionData.traceSpans;
  return {
    filtered: filtered.data.map(({ id, workflow }) => `${id} ${workflow?.name}`),
    spans: filtered.data.map(({ traceSpans }) => traceSpans?.[0]?.name),
    walked,
    tries: span?.attempts?.map(({ status }) => status),
    childless: span?.children.every(({ children }) => children.length === 0),
    models: Object.keys(log.cost.models),
    blocks: Object.keys(ran.workflowState.blocks),
    bytes: [...new Uint8Array(await file.arrayBuffer())],
  };
}

async function runWorkflow(client: Client, { workflowId }: Visit) {
  const start = { client, path: { id: workflowId }, body: { input: { name: 'Ada' } } };
  const ran = answered(await executeWorkflow(start));
  if (!('output' in ran)) throw new Error('A run that was waited for has an output.');
  const accepted = answered(await executeWorkflow({ ...start, query: { mode: 'async' } }));
  const path = { id: accepted.executionId };
  const state = answered(await getExecution({ client, path }));
  const stopped = answered(await cancelExecution({ client, path }));
  const { stream } = await client.sse.post<{ 200: RunStreamEvent }>({
    url: '/api/v1/workflows/{id}/executions',
    security: [{ name: 'x-api-key', type: 'apiKey' }],
    path: start.path,
    body: start.body,
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    sseMaxRetryAttempts: 1,
  });
  const events: string[] = [];
  for await (const event of stream)
    events.push(event.type === 'run-finished' ? event.answer.status : event.type);
  return {
    ran: { status: ran.status, output: ran.output, error: ran.error?.message },
    queued: state.status,
    stopped: stopped.executionId === path.id,
    events,
  };
}

async function keepInGit(client: Client, { workspaceId, workflowId }: Visit) {
  const path = { id: workflowId };
  const { data: read } = answered(await getWorkflow({ client, path }));
  const body = { document: read.document, version: read.version };
  const { data: saved } = answered(await saveWorkflow({ client, path, body }));
  await setVariable({ client, path: { workspaceId, name: 'PLAIN' }, body: { value: 'v', plain: true } });
  const variables = answered(await listVariables({ client, path: { workspaceId } }));
  return { saved: saved.version > read.version, variables: variables.data.map(({ name }) => name) };
}

async function subscribe(client: Client, { workspaceId, workflowId }: Visit) {
  const body = {
    workspaceId,
    workflowId,
    url: 'http://127.0.0.1:9/hook',
    secret: { generate: true },
  } as const;
  const made = answered(await createWebhookSubscription({ client, body }));
  const one = { client, path: { id: made.data.id } };
  const { data: read } = answered(await getWebhookSubscription(one));
  const { includeFinalOutput, includeTraceSpans, includeRateLimits, includeUsageData } = read;
  const { url, triggerFilter, extendedRetries, active, version } = read;
  const { data: changed } = answered(
    await updateWebhookSubscription({
      ...one,
      body: {
        includeFinalOutput,
        includeTraceSpans,
        includeRateLimits,
        includeUsageData,
        url,
        triggerFilter,
        extendedRetries,
        active,
        version,
        levelFilter: ['error'],
      },
    }),
  );
  const { data: paused } = answered(await setWebhookSubscriptionActive({ ...one, body: { active: false } }));
  const { data: test } = answered(await testWebhookSubscription(one));
  const event: WebhookEvent = JSON.parse(test.body);
  const list = answered(await listWebhookSubscriptions({ client, query: { workspaceId } }));
  await deleteWebhookSubscription(one);
  const { error } = await getWebhookSubscription(one);
  return {
    signed: made.secret !== null,
    levels: changed.levelFilter,
    active: paused.active,
    listed: list.data.some(({ id }) => id === made.data.id),
    tested: `${event.type} ${event.data.status}`,
    gone: error?.code ?? '',
  };
}

async function mistake(client: Client, { workspaceId }: Visit) {
  const { error, response } = await listLogs({ client, query: { workspaceId, minCost: 2, maxCost: 1 } });
  return {
    status: response.status,
    code: error?.code ?? '',
    params: error?.errors.map(({ param }) => param) ?? [],
  };
}

function refusal(code: string | undefined, headers: Headers) {
  return {
    code: code ?? '',
    retryAfter: Number(headers.get('retry-after')) >= 1,
    limit: headers.get('x-ratelimit-limit') ?? '',
    policy: headers.get('ratelimit-policy') ?? '',
  };
}

async function tooMany({ origin, tightKey, workspaceId, tightWorkflowId }: Visit) {
  const client = createClient({ baseUrl: origin, auth: tightKey });
  const list = () => listLogs({ client, query: { workspaceId } });
  const start = () => executeWorkflow({ client, path: { id: tightWorkflowId }, body: {} });
  await list();
  await start();
  const [listed, started] = [await list(), await start()];
  return [
    refusal(listed.error?.code, listed.response.headers),
    refusal(started.error?.code, started.response.headers),
  ];
}
