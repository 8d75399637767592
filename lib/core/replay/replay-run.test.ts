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

/** Runs it with these ports, then replays what the spans say. */
async function recordedAndReplayed(document: WorkflowDocument, own: Partial<RunPorts>) {
  const compiled = compileWorkflow(document, blockDefinitions);
  let clock = Date.UTC(2026, 0, 1);
  const outcome = await runWorkflow(
    compiled,
    { executionId: 'x1', input: {} },
    {
      ...{ executors, code, variables: new Map(), signal: new AbortController().signal },
      http: { request: () => Promise.reject(new Error('nothing is sent')), close: async () => undefined },
      now: () => (clock += 5),
      ...own,
    },
  );
  const recorded: RecordedRun = {
    ...{ executionId: 'x1', wholes: new Map(), output: outcome.loggedOutput },
    spans: structuredClone(outcome.traceSpans),
    error: outcome.error as RecordedRun['error'],
  };
  const ports = {
    ...{ executors, code, definitions: blockDefinitions, turn: () => turn() },
    ...{ variables: new Map(), plainVariables: new Set<string>(), signal: new AbortController().signal },
  };
  const replayed = await replayRun(compiled, recorded, ports);
  return { outcome, replayed, ...compareRuns(compiled, recorded, replayed, blockDefinitions) };
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
      ...{ startedMs: 0, dueMs, links },
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
    wait: async ({ dueMs }) => {
      setTimeout(() => controller.abort(), 10);
      return { startedMs: 0, dueMs, links, ended: new Promise(() => undefined) };
    },
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
  // The output is of the last to end.
  expect(outcome.output).toMatchObject({ data: quick === 'first' ? 'second' : 'first' });
  expect(result).toBe('same');
});
