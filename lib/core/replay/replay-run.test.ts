import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { blockDefinitions } from '../blocks/registry/definitions';
import { executors } from '../blocks/registry/executors';
import { compileWorkflow } from '../engine/compile-workflow';
import type { RunPorts } from '../engine/ports';
import { runWorkflow } from '../engine/run-workflow';
import { WorkflowDocument } from '../workflow/schema';
import { compareRuns } from './compare-runs';
import type { RecordedRun } from './recorded-run';
import { replayRun } from './replay-run';

const position = { x: 0, y: 0 };

function documentOf(blocks: Record<string, [type: string, config: object]>, edges: string[]) {
  return WorkflowDocument.parse({
    blocks: Object.fromEntries(
      Object.entries({ start: ['start', {}] as [string, object], ...blocks }).map(([id, [type, config]]) => [
        id,
        { id, type, name: id, position, config },
      ]),
    ),
    edges: edges.map((edge, index) => {
      const [from = '', target] = edge.split('>');
      const [source, sourceHandle = 'out'] = from.split(':');
      return { id: `e${index}`, source, sourceHandle, target };
    }),
  });
}

const code = { run: () => Promise.reject(), firstTrue: () => Promise.reject() } as never;

/** Runs it with these ports, then replays its spans with `draft`, or the same document. */
async function recordedAndReplayed(
  document: WorkflowDocument,
  own: Partial<RunPorts>,
  draft: WorkflowDocument = document,
  signal = new AbortController().signal,
) {
  const compiled = compileWorkflow(document, blockDefinitions);
  let clock = Date.UTC(2026, 0, 1);
  const outcome = await runWorkflow(
    compiled,
    { executionId: 'x1', input: {} },
    {
      executors,
      code,
      variables: new Map(),
      signal: new AbortController().signal,
      http: { request: () => Promise.reject(new Error('nothing is sent')), close: async () => undefined },
      now: () => (clock += 5),
      ...own,
    },
  );
  const recorded: RecordedRun = {
    executionId: 'x1',
    wholes: new Map(),
    output: outcome.loggedOutput,
    spans: structuredClone(outcome.traceSpans),
    error: outcome.error as RecordedRun['error'],
  };
  const ports = {
    executors,
    code,
    definitions: blockDefinitions,
    turn: () => turn(),
    variables: new Map(),
    plainVariables: new Set<string>(),
    signal,
  };
  const compiledDraft = compileWorkflow(draft, blockDefinitions);
  const replayed = await replayRun(compiledDraft, recorded, ports);
  return { outcome, replayed, ...compareRuns(compiledDraft, recorded, replayed, blockDefinitions) };
}

const APPROVAL = { kind: 'approval', title: 'Well?' };
const waiting = documentOf(
  { ask: ['wait', APPROVAL], soon: ['variables', {}], yes: ['variables', {}], no: ['variables', {}] },
  ['start>ask', 'ask:waiting>soon', 'ask:approved>yes', 'ask:rejected>no'],
);
const links = { url: 'https://example.com/w', callbackUrl: 'https://example.com/c' };

test.each(['approved', 'rejected', 'due'] as const)('a wait ends as it did: %s', async (how) => {
  const { result, differences, outcome } = await recordedAndReplayed(waiting, {
    wait: async ({ dueMs }) => ({
      startedMs: 0,
      dueMs,
      links,
      ended:
        how === 'due'
          ? Promise.resolve({ how })
          : Promise.resolve({ how: 'answered', decision: how, data: { a: 1 }, answeredMs: 7 }),
    }),
  });
  expect(outcome.status).toBe('success');
  expect({ result, differences }).toEqual({ result: 'same', differences: [] });
});

test('a run that was cancelled while it waited is cancelled again', async () => {
  const controller = new AbortController();
  const { result, outcome, replayed } = await recordedAndReplayed(waiting, {
    signal: controller.signal,
    wait: async ({ dueMs }) => ({ startedMs: 0, dueMs, links, ended: new Promise(() => undefined) }),
    giveWay: () => turn(),
    standsStill: () => controller.abort(),
  });
  expect([outcome.error?.code, replayed.outcome.error?.code, result]).toEqual([
    'CANCELLED',
    'CANCELLED',
    'same',
  ]);
});

test.each(['first', 'second'])('of two called workflows the %s ends first, as it did', async (quick) => {
  const called = (workflowId: string): [string, object] => ['workflow', { workflowId }];
  const document = documentOf({ first: called('w1'), second: called('w2') }, ['start>first', 'start>second']);
  const { result, outcome } = await recordedAndReplayed(document, {
    callWorkflow: async ({ step }) => {
      if (step !== quick) await turn();
      return { executionId: `of ${step}`, status: 'success', output: step, error: null };
    },
  });
  // The output is that of the last block to end.
  expect(outcome.output).toMatchObject({ data: quick === 'first' ? 'second' : 'first' });
  expect(result).toBe('same');
});

test('a replay that was cancelled before it began ends at once', async () => {
  const document = documentOf({ call: ['workflow', { workflowId: 'w1' }] }, ['start>call']);
  const answering: Partial<RunPorts> = {
    callWorkflow: async () => ({ executionId: 'e1', status: 'success', output: 1, error: null }),
  };
  const { outcome, replayed } = await recordedAndReplayed(document, answering, document, AbortSignal.abort());
  expect([outcome.status, replayed.outcome.error?.code]).toEqual(['success', 'CANCELLED']);
});

test('an answer that calls itself truncated is no value of which the log holds a part', async () => {
  const document = documentOf({ call: ['workflow', { workflowId: 'w1' }] }, ['start>call']);
  const output = { truncated: true, tree: [1] };
  const { result, replayed } = await recordedAndReplayed(document, {
    callWorkflow: async () => ({ executionId: 'e1', status: 'success', output, error: null }),
  });
  expect([result, replayed.unanswered.size]).toEqual(['same', 0]);
});

/** Start → fetch (answered with 404) → after; `caught`: its error port leads to `handled`. */
const fetching = (config: object, { caught = false, isLast = false } = {}) => {
  const fetch: [string, object] = ['api', { url: 'https://example.com/', retry: { max: 0 }, ...config }];
  return documentOf({ fetch, ...(isLast ? {} : { after: ['variables', {}], handled: ['variables', {}] }) }, [
    'start>fetch',
    ...(isLast ? [] : ['fetch>after', ...(caught ? ['fetch:error>handled'] : ['after>handled'])]),
  ]);
};
const inLoop = (config: object) => {
  const { blocks, edges } = fetching(config);
  const members = Object.fromEntries(
    Object.entries(blocks).map(([id, block]) => [
      id,
      id === 'start' ? block : { ...block, parentId: 'each' },
    ]),
  );
  const each = {
    id: 'each',
    type: 'loop',
    name: 'each',
    position,
    config: { kind: 'count', count: '3', onError: 'collect' },
  };
  const inside = edges.filter(({ source }) => source !== 'start');
  const around = { id: 'around', source: 'start', target: 'each' };
  return WorkflowDocument.parse({ blocks: { ...members, each }, edges: [around, ...inside] });
};
const answering404: Partial<RunPorts> = {
  http: {
    request: async () => ({
      response: {
        url: 'https://example.com/',
        status: 404,
        headers: {},
        body: Buffer.from('{}'),
        retryAfterMs: null,
        timing: null,
      } as never,
      error: null,
      attempts: [],
    }),
    close: async () => undefined,
  },
};
const stops = { failOnStatus: true };
const asserts = {
  failOnStatus: false,
  assertions: [{ subject: 'status', operator: 'equals', value: '200' }],
};

test.each([
  ['stops the run', 'error', fetching(stops)],
  ['stops the run as the last block', 'error', fetching(stops, { isLast: true })],
  ['fails iterations that are collected', 'success', inLoop(stops)],
  ['is caught', 'success', fetching(stops, { caught: true })],
  ['breaks an assertion', 'error', fetching(asserts)],
  ['breaks an assertion in a loop', 'success', inLoop(asserts)],
  ['breaks an assertion and is caught', 'success', fetching(asserts, { caught: true })],
  ['is a warning', 'success', fetching({ failOnStatus: false })],
])('a status that %s does so again', async (_, status, document) => {
  const { result, differences, outcome } = await recordedAndReplayed(document, answering404);
  expect(outcome.status).toBe(status);
  expect({ result, differences }).toEqual({ result: 'same', differences: [] });
});

test.each([
  ['which goes on when it may', false, 'success'],
  ['which stops the run when it must', true, 'error'],
])('without its error port a block has only its status left, %s', async (_, failOnStatus, status) => {
  const before = fetching({ failOnStatus }, { caught: true });
  const edges = before.edges.filter(({ sourceHandle }) => sourceHandle !== 'error');
  const after = WorkflowDocument.parse({ ...before, edges });
  const { replayed } = await recordedAndReplayed(before, answering404, after);
  expect(replayed.outcome.status).toBe(status);
});
