import createClient from 'openapi-fetch';
import type { components, operations, paths, webhooks } from './generated/openapi-typescript';
import { answered, type Findings, type Visit } from './visit';

type Event = components['schemas']['RunStreamEvent'];
type SentEvent =
  webhooks['workflow.execution.completed']['post']['requestBody']['content']['application/json'];
type Api = ReturnType<typeof createClient<paths>>;

/** Uses the API through openapi-fetch with its own defaults, typed by openapi-typescript. */
export async function useApi(visit: Visit): Promise<Findings> {
  const api = createClient<paths>({ baseUrl: visit.origin, headers: { 'x-api-key': visit.key } });
  return {
    ...(await readLogs(api, visit)),
    ...(await runWorkflow(api, visit)),
    ...(await keepInGit(api, visit)),
    hook: await subscribe(api, visit),
    problem: await mistake(api, visit),
    refusals: await tooMany(visit),
  };
}

async function readLogs(api: Api, { workspaceId, workflowId, folderId, logId, executionId, fileId }: Visit) {
  const query = {
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
  } satisfies operations['listLogs']['parameters']['query'];
  const filtered = answered(await api.GET('/api/v1/logs', { params: { query } }));
  let walked = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { data: unknown[]; nextCursor: string | null } = answered(
      await api.GET('/api/v1/logs', { params: { query: { workspaceId, limit: 2, cursor: cursor ?? '' } } }),
    );
    walked += page.data.length;
    cursor = page.nextCursor;
  }
  const { data: log } = answered(await api.GET('/api/v1/logs/{id}', { params: { path: { id: logId } } }));
  const ran = answered(
    await api.GET('/api/v1/logs/executions/{executionId}', { params: { path: { executionId } } }),
  );
  const file = await api.GET('/api/v1/logs/{id}/files/{fileId}', {
    params: { path: { id: logId, fileId } },
    parseAs: 'arrayBuffer',
  });
  const [span] = log.executionData.traceSpans;
  return {
    filtered: filtered.data.map(({ id, workflow }) => `${id} ${workflow?.name}`),
    spans: filtered.data.map(({ traceSpans }) => traceSpans?.[0]?.name),
    walked,
    tries: span?.attempts?.map(({ status }) => status),
    childless: span?.children.every(({ children }) => children.length === 0),
    models: Object.keys(log.cost.models),
    blocks: Object.keys(ran.workflowState.blocks),
    bytes: [...new Uint8Array(answered(file))],
  };
}

async function runWorkflow(api: Api, { workflowId }: Visit) {
  const start = { params: { path: { id: workflowId } }, body: { input: { name: 'Ada' } } };
  const path = '/api/v1/workflows/{id}/executions';
  const ran = answered(await api.POST(path, start));
  if (!('output' in ran)) throw new Error('A run that was waited for has an output.');
  const accepted = answered(
    await api.POST(path, { ...start, params: { ...start.params, query: { mode: 'async' } } }),
  );
  const id = accepted.executionId;
  const state = answered(await api.GET('/api/v1/executions/{id}', { params: { path: { id } } }));
  const stopped = answered(await api.POST('/api/v1/executions/{id}/cancel', { params: { path: { id } } }));
  const headers = { accept: 'text/event-stream' };
  const stream = answered(await api.POST(path, { ...start, headers, parseAs: 'text' }));
  const events = stream
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line): Event => JSON.parse(line.slice('data: '.length)));
  return {
    ran: { status: ran.status, output: ran.output, error: ran.error?.message },
    queued: state.status,
    stopped: stopped.executionId === id,
    events: events.map((event) => (event.type === 'run-finished' ? event.answer.status : event.type)),
  };
}

async function keepInGit(api: Api, { workspaceId, workflowId }: Visit) {
  const path = { id: workflowId };
  const { data: read } = answered(await api.GET('/api/v1/workflows/{id}', { params: { path } }));
  const { data: saved } = answered(
    await api.PUT('/api/v1/workflows/{id}', {
      params: { path },
      body: { document: read.document, version: read.version },
    }),
  );
  await api.PUT('/api/v1/workspaces/{workspaceId}/variables/{name}', {
    params: { path: { workspaceId, name: 'PLAIN' } },
    body: { value: 'v', plain: true },
  });
  const variables = answered(
    await api.GET('/api/v1/workspaces/{workspaceId}/variables', { params: { path: { workspaceId } } }),
  );
  return { saved: saved.version > read.version, variables: variables.data.map(({ name }) => name) };
}

async function subscribe(api: Api, { workspaceId, workflowId }: Visit) {
  const body = {
    workspaceId,
    workflowId,
    url: 'http://127.0.0.1:9/hook',
    secret: { generate: true },
  } as const;
  const made = answered(await api.POST('/api/v1/webhooks', { body }));
  const one = { params: { path: { id: made.data.id } } };
  const { data: read } = answered(await api.GET('/api/v1/webhooks/{id}', one));
  const { includeFinalOutput, includeTraceSpans, includeRateLimits, includeUsageData } = read;
  const { url, triggerFilter, extendedRetries, active, version } = read;
  const { data: changed } = answered(
    await api.PUT('/api/v1/webhooks/{id}', {
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
  const { data: paused } = answered(
    await api.PUT('/api/v1/webhooks/{id}/active', { ...one, body: { active: false } }),
  );
  const { data: test } = answered(await api.POST('/api/v1/webhooks/{id}/test', one));
  const event: SentEvent = JSON.parse(test.body);
  const list = answered(await api.GET('/api/v1/webhooks', { params: { query: { workspaceId } } }));
  await api.DELETE('/api/v1/webhooks/{id}', one);
  const { error } = await api.GET('/api/v1/webhooks/{id}', one);
  return {
    signed: made.secret !== null,
    levels: changed.levelFilter,
    active: paused.active,
    listed: list.data.some(({ id }) => id === made.data.id),
    tested: `${event.type} ${event.data.status}`,
    gone: error?.code ?? '',
  };
}

async function mistake(api: Api, { workspaceId }: Visit) {
  const query = { workspaceId, minCost: 2, maxCost: 1 };
  const { error, response } = await api.GET('/api/v1/logs', { params: { query } });
  return {
    status: response.status,
    code: error?.code ?? '',
    params: error?.errors.map(({ param }) => param) ?? [],
  };
}

type Refusal = operations['listLogs' | 'executeWorkflow']['responses'][429]['headers'];

/** Reads a refusal's headers; one missing from the document would have no type here and not compile. */
function refusal(code: string | undefined, headers: Headers) {
  const retryAfter: Refusal['Retry-After'] = Number(headers.get('retry-after'));
  const limit: Refusal['X-RateLimit-Limit'] = Number(headers.get('x-ratelimit-limit'));
  const policy: Refusal['RateLimit-Policy'] = headers.get('ratelimit-policy') ?? '';
  return { code: code ?? '', retryAfter: retryAfter >= 1, limit: limit.toFixed(), policy: policy.trim() };
}

async function tooMany({ origin, tightKey, workspaceId, tightWorkflowId }: Visit) {
  const tight = createClient<paths>({ baseUrl: origin, headers: { 'x-api-key': tightKey } });
  const list = () => tight.GET('/api/v1/logs', { params: { query: { workspaceId } } });
  const start = () =>
    tight.POST('/api/v1/workflows/{id}/executions', {
      params: { path: { id: tightWorkflowId } },
      body: {},
    });
  await list();
  await start();
  const [listed, started] = [await list(), await start()];
  return [
    refusal(listed.error?.code, listed.response.headers),
    refusal(started.error?.code, started.response.headers),
  ];
}
