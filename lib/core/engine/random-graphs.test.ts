import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import type { CalledWorkflow } from '../blocks/outside-work';
import type { JournalEntry, OutsideCall, RunPorts } from './ports';
import { stepKey } from './request-key';
import { linkOf, runPlainly } from './testing/plain-interpreter';
import { run } from './testing/probe-workflow';
import { graphOf, type RandomGraph } from './testing/random-graph';
import { endOfWait, part } from './testing/random-runs';
import type { TraceSpan } from './trace-span';

/** `GRAPHS=10000 npx vitest run --project stateless lib/core/engine/random-graphs` for the long form. */
const GRAPHS = Number(process.env.GRAPHS ?? 150);

type Step = [key: string, { status: string; output: unknown }];
/** The steps of called workflows, by the step that called. */
type CalledRuns = Map<string, { status: 'success' | 'error'; steps: Step[] }>;

const steps = (spans: readonly TraceSpan[]): Step[] =>
  spans.flatMap(({ id, status, output, children }) => [
    [id, { status, output: comparable(output) }] as Step,
    ...steps(children),
  ]);

/** Returns the part of an output that the plain interpreter has too. */
function comparable(output: unknown): unknown {
  if (typeof output !== 'object' || output === null) return output ?? undefined;
  if ('results' in output) {
    const { results, errors, count } = output as Record<string, unknown>;
    return { results, errors: (errors as { index: number }[]).map(({ index }) => index), count };
  }
  const { url, decision, data, status } = output as Record<string, unknown>;
  if ('decision' in output) return { url, decision, data };
  if ('executionId' in output) return { status };
  return 'until' in output ? {} : output;
}

const inOrder = (entries: Iterable<[string, unknown]>) => [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

/** Half of the waits end only once the run stands still, so a run that never does would hang. */
async function runGraph(graph: RandomGraph, own: Partial<RunPorts> = {}, ended: CalledRuns = new Map()) {
  const asked: string[] = [];
  const open: Array<() => void> = [];
  const outside = (step: string): Promise<void> => {
    asked.push(step);
    return step.length % 2 === 0 ? Promise.resolve() : new Promise((resolve) => open.push(resolve));
  };
  const callWorkflow = async ({ workflowId, step, rest }: OutsideCall): Promise<CalledWorkflow> => {
    const goOn = rest();
    await outside(step);
    goOn();
    const document = graph.called.get(workflowId)!;
    // A call that has ended is found again.
    const child = ended.get(step) ?? (await runGraph({ ...graph, document }));
    ended.set(step, child);
    const { status } = child;
    const error = status === 'error' ? { code: 'CALLED', message: 'It failed.' } : null;
    return { executionId: step, status, output: null, error };
  };
  const outcome = await run(graph.document, {
    request: { parallelFailure: 'collect' },
    ports: {
      giveWay: () => new Promise((resolve) => setImmediate(resolve)),
      standsStill: () => open.shift()?.(),
      wait: async (wait) => ({
        startedMs: 0,
        dueMs: wait.dueMs,
        links: wait.form && { url: linkOf(wait.step), callbackUrl: linkOf(wait.step) },
        ended: outside(wait.step).then(() => endOfWait(wait)),
      }),
      callWorkflow,
      ...own,
    },
  });
  const inside = [...ended].flatMap(([step, child]) =>
    child.steps.map(([key, end]): Step => [`${step}>${key}`, end]),
  );
  return { ...outcome, asked, ended, steps: [...steps(outcome.traceSpans), ...inside] };
}

test(
  'random graphs run as a plain interpreter says, also from any point of their journals on',
  async () => {
    const seen: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(
        fc.array(part(2), { minLength: 1, maxLength: 5 }),
        fc.nat({ max: 1_000 }),
        async (parts, cut) => {
          const graph = graphOf(parts);
          const { document } = graph;
          for (const { type } of Object.values(document.blocks)) seen[type] = (seen[type] ?? 0) + 1;
          const expected = runPlainly(document, graph.called);
          const journal: JournalEntry[] = [];
          const outcome = await runGraph(graph, {
            journal: (entry) => void journal.push(structuredClone(entry)),
          });
          expect(inOrder(outcome.steps)).toEqual(inOrder(expected.steps));
          expect(outcome.status).toBe(expected.failed === null ? 'success' : 'error');
          const restored = journal.slice(0, cut % (journal.length + 1));
          const resumed = await runGraph(graph, { restored: structuredClone(restored) }, outcome.ended);
          expect(inOrder(resumed.steps)).toEqual(inOrder(expected.steps));
          expect(resumed.status).toBe(outcome.status);
          const ranBefore = restored.filter(({ blockId, span }) => {
            return document.blocks[blockId]?.type === 'probe' && span.status !== 'skipped';
          });
          expect(resumed.ran).toHaveLength(outcome.ran.length - ranBefore.length);
          // No wait or call that had ended is made again either.
          const known = new Set(restored.map(({ blockId, iteration }) => stepKey(blockId, iteration)));
          expect(resumed.asked.sort()).toEqual(outcome.asked.filter((step) => !known.has(step)).sort());
        },
      ),
      { numRuns: GRAPHS },
    );
    for (const type of ['loop', 'parallel', 'wait', 'workflow'])
      expect(seen[type], type).toBeGreaterThan(GRAPHS / 10);
  },
  patient(1_200_000),
);
