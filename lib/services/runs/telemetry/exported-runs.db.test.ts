import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TraceSpan } from '../../../core/engine/trace-span';
import { pool } from '../../../platform/postgres/db';
import { type OtlpReceiver, startOtlpReceiver } from '../../../platform/telemetry/testing/otlp-receiver';
import { rootSpanIdOf, spanIdOf, traceIdOf } from '../../../platform/telemetry/trace-context';
import { type KeyHolder, startKeyHolder } from '../testing/key-holder';
import { workflowIn } from '../testing/workflow-in';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`;

let receiver: OtlpReceiver;
let holder: KeyHolder;

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  // A process reads these once, when its first run ends.
  process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = `${receiver.url}/v1/traces`;
  process.env.OTEL_EXPORTER_OTLP_PROTOCOL = 'http/json';
  process.env.OTEL_BSP_SCHEDULE_DELAY = '100';
  holder = await startKeyHolder();
});
afterAll(async () => {
  await holder.close();
  await receiver.close();
});

const responding = { type: 'response', config: { status: 200, body: '1' } };

/** Starts a run by the API and returns the id of its execution. */
async function started(
  workflowId: string,
  headers: Record<string, string> = {},
  where = '',
): Promise<string> {
  const path = `/api/v1/workflows/${workflowId}/executions${where}`;
  const { body } = await holder.api.call('POST', path, { ...holder.headers, ...headers }, { input: {} });
  return body.executionId as string;
}

const spanOf = (spanId: string) => receiver.spans.find((span) => span.spanId === spanId);

/** The span of a run, once the collector has it. */
async function rootOf(executionId: string) {
  const find = () => spanOf(rootSpanIdOf(executionId));
  await expect.poll(find).toBeDefined();
  expect(receiver.faults).toEqual([]);
  return find()!;
}

async function loggedSpans(executionId: string): Promise<TraceSpan[]> {
  const { rows } = await pool().query<{ trace_spans: string }>(
    `SELECT p.trace_spans FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id
     WHERE l.execution_id = $1`,
    [executionId],
  );
  return JSON.parse(rows[0]!.trace_spans) as TraceSpan[];
}

test('a run that nobody traced begins a trace, whose spans are those of its log', async () => {
  const executionId = await started(await workflowIn(holder, [responding]));
  const root = await rootOf(executionId);
  expect(root.traceId).toBe(traceIdOf(executionId));
  expect(root.parentSpanId).toBeUndefined();
  const logged = await loggedSpans(executionId);
  const sent = receiver.spans.filter((span) => span.parentSpanId === root.spanId);
  expect(sent.map(({ name, spanId }) => [name, spanId])).toEqual(
    logged.map(({ name, id }) => [name, spanIdOf(executionId, id)]),
  );
  for (const [index, { startTime }] of logged.entries())
    expect(sent[index]?.startTimeUnixNano).toBe(`${Date.parse(startTime)}000000`);
});

test('the caller’s trace goes on, also in a queued run', async () => {
  const workflowId = await workflowIn(holder, [responding]);
  for (const where of ['', '?mode=async']) {
    const executionId = await started(workflowId, { traceparent: TRACEPARENT }, where);
    expect(await rootOf(executionId)).toMatchObject({ traceId: TRACE, parentSpanId: CALLER });
  }
});

test('a called workflow is below the block that calls it', async () => {
  const child = await workflowIn(holder, [responding]);
  const calling = { type: 'workflow', config: { workflowId: child, input: [] } };
  const parentId = await started(await workflowIn(holder, [calling, responding]));
  const { traceId } = await rootOf(parentId);
  const { rows } = await pool().query<{ execution_id: string }>(
    'SELECT execution_id FROM runtime.log WHERE workflow_id = $1',
    [child],
  );
  expect(await rootOf(rows[0]!.execution_id)).toMatchObject({
    traceId,
    parentSpanId: spanIdOf(parentId, 'b1'),
  });
});

test('a run that its caller does not sample is not sent', async () => {
  const workflowId = await workflowIn(holder, [responding]);
  const left = await started(workflowId, { traceparent: `00-${TRACE}-${CALLER}-00` });
  await rootOf(await started(workflowId));
  expect(spanOf(rootSpanIdOf(left))).toBeUndefined();
});
