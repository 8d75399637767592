import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { blockDefinitions } from '../blocks/registry/definitions';
import { executors } from '../blocks/registry/executors';
import { compileWorkflow } from '../engine/compile-workflow';
import { runWorkflow } from '../engine/run-workflow';
import type { RecordedRun } from '../replay/recorded-run';
import { type ReplayPorts, replayRun } from '../replay/replay-run';
import { WorkflowDocument } from '../workflow/schema';
import { judgeRun } from './judge-run';
import { reduceRecord } from './reduce-record';
import { resultOf } from './result-of';
import type { ExpectationRule } from './rule';

const position = { x: 0, y: 0 };

/** Start → each block in turn. Calls of other workflows stand for all that goes out. */
function chain(
  blocks: Record<string, [type: string, config: object]>,
  names: Record<string, string> = {},
): WorkflowDocument {
  const ids = ['start', ...Object.keys(blocks)];
  const all = { start: ['start', {}] as [string, object], ...blocks };
  return WorkflowDocument.parse({
    blocks: Object.fromEntries(
      Object.entries(all).map(([id, [type, config]]) => [
        id,
        { id, type, name: names[id] ?? id, position, config },
      ]),
    ),
    edges: ids.slice(1).map((target, index) => ({ id: `e${index}`, source: ids[index], target })),
  });
}

const call = (workflowId: string, value: string): [string, object] => [
  'workflow',
  { workflowId, input: [{ name: 'n', type: 'number', value }] },
];
const answer = (value: string): [string, object] => ['response', { body: `{"is": ${value}}` }];
const WORKFLOW = chain({ first: call('w1', '1'), answer: answer('<first.data.total>') });

const code = { run: () => Promise.reject(), firstTrue: () => Promise.reject() } as never;

async function recordOf(document: WorkflowDocument, total: unknown = 3): Promise<RecordedRun> {
  let clock = Date.UTC(2026, 0, 1);
  const outcome = await runWorkflow(
    compileWorkflow(document, blockDefinitions),
    { executionId: 'x1', input: {} },
    {
      executors,
      code,
      variables: new Map(),
      signal: new AbortController().signal,
      http: {
        request: () => Promise.reject(new Error('nothing is sent')),
        close: async () => undefined,
      },
      now: () => (clock += 5),
      callWorkflow: async ({ step }) => ({
        executionId: `of ${step}`,
        status: 'success',
        output: { total },
        error: null,
      }),
    },
  );
  return {
    executionId: 'x1',
    wholes: new Map(),
    output: outcome.loggedOutput,
    spans: structuredClone(outcome.traceSpans),
    error: outcome.error as RecordedRun['error'],
  };
}

async function replayed(document: WorkflowDocument, recorded: RecordedRun) {
  const ports: ReplayPorts = {
    executors,
    code,
    definitions: blockDefinitions,
    turn: () => turn(),
    variables: new Map(),
    plainVariables: new Set<string>(),
    signal: new AbortController().signal,
  };
  const compiled = compileWorkflow(document, blockDefinitions);
  return { compiled, run: await replayRun(compiled, recorded, ports) };
}

/** Keeps a run of the workflow and judges a replay of `draft`. */
async function judged(draft: WorkflowDocument, rules: ExpectationRule[] = [], document = WORKFLOW) {
  const record = reduceRecord(await recordOf(document), blockDefinitions);
  const { run } = await replayed(document, record);
  const expected = resultOf(run, blockDefinitions);
  const again = await replayed(draft, record);
  return judgeRun(again.compiled, again.run, { expected, rules }, blockDefinitions);
}
const brief = ({ differences }: Awaited<ReturnType<typeof judged>>) =>
  differences.map(({ kind, blockId, path }) => [kind, blockId, path]);

test('the version that ran passes, from a record without the values of blocks that run again', async () => {
  expect(await judged(WORKFLOW)).toEqual({ differences: [], count: 0 });
  const { spans } = reduceRecord(await recordOf(WORKFLOW), blockDefinitions);
  expect(spans.map(({ blockId, output }) => [blockId, output === null])).toEqual([
    ['start', true],
    ['first', false],
    ['answer', true],
  ]);
});

test('what is expected is the end, the output and what each step sent', async () => {
  const { run } = await replayed(WORKFLOW, await recordOf(WORKFLOW));
  expect(resultOf(run, blockDefinitions)).toEqual({
    outcome: { status: 'success', error: null },
    output: { is: 3 },
    sent: [
      { step: 'first', blockId: 'first', blockName: 'first', request: { workflowId: 'w1', input: { n: 1 } } },
    ],
  });
});

test('another output and another request are two differences, which rules loosen', async () => {
  const draft = chain({ first: call('w1', '2'), answer: answer('<first.data>') });
  expect(brief(await judged(draft))).toEqual([
    ['sent', 'first', 'input.n'],
    ['output', null, 'is'],
  ]);
  const near: ExpectationRule = { of: 'sent', path: 'input.n', allow: 'near', tolerance: 1 };
  expect(brief(await judged(draft, [near]))).toEqual([['output', null, 'is']]);
  expect(brief(await judged(draft, [near, { of: 'output', path: 'is', allow: 'any' }]))).toEqual([]);
});

test('a request that is no longer sent, or that its block’s rule ignores', async () => {
  const draft = chain({ answer: answer('3') });
  expect(brief(await judged(draft))).toEqual([['not-sent', 'first', '']]);
  expect(brief(await judged(draft, [{ of: 'sent', blockId: 'first', path: '', allow: 'any' }]))).toEqual([]);
});

test('a new request has no answer: it is named with the nearest one, and nothing after it is compared', async () => {
  const draft = chain({
    first: call('w1', '1'),
    second: call('w2', '<first.data.total>'),
    answer: answer('<second.data.total>'),
  });
  const { differences, count } = await judged(draft);
  expect(count).toBe(1);
  expect(differences).toMatchObject([
    {
      kind: 'unanswered',
      blockId: 'second',
      actual: { workflowId: 'w2', input: { n: 3 } },
      nearest: null,
    },
  ]);
});

test('a failure is another outcome', async () => {
  const draft = chain({ first: call('w1', '1'), answer: answer('<first.data.other>') });
  expect(brief(await judged(draft)).slice(0, 2)).toEqual([
    ['outcome', null, 'status'],
    ['outcome', null, 'error'],
  ]);
});

test('a block that was made again under its name is the same one', async () => {
  const draft = chain({ other: call('w1', '1'), answer: answer('<first.data.total>') }, { other: 'first' });
  expect(brief(await judged(draft))).toEqual([]);
});
