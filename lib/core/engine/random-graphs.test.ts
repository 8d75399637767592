import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WorkflowDocument } from '../workflow/schema';
import type { JournalEntry } from './ports';
import { runPlainly } from './testing/plain-interpreter';
import { run } from './testing/probe-workflow';
import type { TraceSpan } from './trace-span';

/** `npx vitest run lib/core/engine/random-graphs` with GRAPHS=10000 for the long form. */
const GRAPHS = Number(process.env.GRAPHS ?? 150);

interface Part {
  kind: 'probe' | 'loop' | 'parallel';
  does: string;
  enabled: boolean;
  count: number;
  onError: string;
  concurrency: number;
  /** Which earlier blocks of its level lead to it, and by which port. */
  from: ReadonlyArray<readonly [number, string]>;
  inside: readonly Part[];
}

const part = (depth: number): fc.Arbitrary<Part> =>
  fc.record({
    kind: depth === 0 ? fc.constant('probe' as const) : fc.constantFrom('probe', 'probe', 'loop', 'parallel'),
    does: fc.constantFrom('echo', 'echo', 'echo', 'fail', 'branch'),
    enabled: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 0),
    count: fc.integer({ min: 0, max: 3 }),
    onError: fc.constantFrom('stop', 'collect'),
    concurrency: fc.constantFrom(1, 2, 5),
    from: fc.array(fc.tuple(fc.nat({ max: 5 }), fc.constantFrom('out', 'out', 'error', 'other')), {
      maxLength: 3,
    }),
    inside: depth === 0 ? fc.constant([]) : fc.array(part(depth - 1), { maxLength: 4 }),
  }) as fc.Arbitrary<Part>;

/** A document of such parts; every block's text names what comes before it and the iterations it is in. */
function documentOf(parts: readonly Part[]): WorkflowDocument {
  const position = { x: 0, y: 0 };
  const blocks: Record<string, object> = { start: { id: 'start', type: 'start', name: 'start', position } };
  const edges: object[] = [];
  let count = 0;
  const add = (level: readonly Part[], parentId: string | undefined, seen: readonly string[]): string[] => {
    const ids: string[] = [];
    for (const one of level) {
      const id = `b${count}`;
      count += 1;
      const before = [...seen];
      const into = new Set<string>();
      for (const [at, port] of ids.length === 0 ? [] : one.from) {
        const source = ids[at % ids.length] as string;
        const isPort =
          port === 'out' || port === 'error' || (blocks[source] as { type: string }).type === 'probe';
        const handle = isPort ? port : 'out';
        if (into.has(`${source} ${handle}`)) continue;
        into.add(`${source} ${handle}`);
        edges.push({ id: `e${edges.length}`, source, sourceHandle: handle, target: id });
        before.push(
          `<${source}.${(blocks[source] as { type: string }).type === 'probe' ? 'value' : 'results'}?>`,
        );
      }
      if (into.size === 0 && parentId === undefined)
        edges.push({ id: `e${edges.length}`, source: 'start', target: id });
      const value = `${id} ${before.join(' ')}`;
      const common = { id, name: id, position, enabled: one.enabled, ...(parentId ? { parentId } : {}) };
      if (one.kind === 'probe') {
        blocks[id] = { ...common, type: 'probe', config: { does: one.does, value } };
      } else {
        const inner = `<${one.kind}.index?>`;
        blocks[id] = { ...common, type: one.kind, config: {} };
        const inside = add(one.inside, id, [...before, inner]);
        const results = inside
          .filter((member) => (blocks[member] as { type: string }).type === 'probe')
          .map((member) => `<${member}.value?>`);
        const shared = { kind: 'count', count: one.count, onError: one.onError };
        const result = `r ${inner} ${results.join(' ')}`;
        (blocks[id] as { config: object }).config = {
          ...shared,
          result,
          // With several at once it is up to chance how many begin before one fails.
          ...(one.kind === 'parallel' ? { concurrency: one.onError === 'stop' ? 1 : one.concurrency } : {}),
        };
      }
      ids.push(id);
    }
    return ids;
  };
  add(parts, undefined, []);
  return WorkflowDocument.parse({ blocks, edges });
}

function steps(spans: readonly TraceSpan[]): Array<[string, { status: string; output: unknown }]> {
  return spans.flatMap(({ id, status, output, children }) => [
    [id, { status, output: comparable(output) }] as [string, { status: string; output: unknown }],
    ...steps(children),
  ]);
}

/** Of a container's output what the plain interpreter says too. */
function comparable(output: unknown): unknown {
  if (typeof output !== 'object' || output === null || !('results' in output)) return output ?? undefined;
  const { results, errors, count } = output as {
    results: unknown;
    errors: { index: number }[];
    count: number;
  };
  return { results, errors: errors.map(({ index }) => index), count };
}

const inOrder = (entries: Iterable<[string, unknown]>) => [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

test('random graphs with containers run as a plain interpreter says, also from a journal on', async () => {
  let containers = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(part(2), { minLength: 1, maxLength: 5 }),
      fc.nat({ max: 1_000 }),
      async (parts, cut) => {
        const document = documentOf(parts);
        containers += Object.values(document.blocks).filter(({ type }) => type !== 'probe').length;
        const expected = runPlainly(document);
        const journal: JournalEntry[] = [];
        const request = { parallelFailure: 'collect' as const };
        const outcome = await run(document, {
          request,
          ports: { journal: (entry) => void journal.push(structuredClone(entry)) },
        });
        expect(inOrder(steps(outcome.traceSpans))).toEqual(inOrder(expected.steps));
        expect(outcome.status).toBe(expected.failed === null ? 'success' : 'error');
        const restored = journal.slice(0, cut % (journal.length + 1));
        const resumed = await run(document, { request, ports: { restored: structuredClone(restored) } });
        expect(inOrder(steps(resumed.traceSpans))).toEqual(inOrder(expected.steps));
        expect(resumed.status).toBe(outcome.status);
        const ranBefore = restored.filter(({ blockId, span }) => {
          return document.blocks[blockId]?.type === 'probe' && span.status !== 'skipped';
        });
        expect(resumed.ran).toHaveLength(outcome.ran.length - ranBefore.length);
      },
    ),
    { numRuns: GRAPHS },
  );
  expect(containers).toBeGreaterThan(GRAPHS / 4);
}, 600_000);
