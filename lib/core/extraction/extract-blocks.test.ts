import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Line, workflow } from '../engine/testing/probe-workflow';
import type { TraceSpan } from '../engine/trace-span';
import { createWorkflowCheck } from '../workflow/check-workflow';
import type { WorkflowDocument } from '../workflow/schema';
import { type Extraction, extractBlocks } from './extract-blocks';
import { countedIds, definitions, run } from './testing/branching-probes';

function extract(document: WorkflowDocument, ids: readonly string[]): Extraction | { refusal: string } {
  return extractBlocks(document, new Set(ids), { blockName: 'part', newId: countedIds(), definitions });
}

function extracted(document: WorkflowDocument, ids: readonly string[]): Extraction {
  const result = extract(document, ids);
  if ('refusal' in result) throw new Error(result.refusal);
  return result;
}

function refusalOf(document: WorkflowDocument, ids: readonly string[]): string {
  const result = extract(document, ids);
  return 'refusal' in result ? result.refusal : 'It was extracted.';
}

/** The end and the output of each block of a run, in containers too, with those of a called run. */
type Steps = Map<string, unknown>;

const stepsOf = (spans: readonly TraceSpan[], path = ''): Array<[string, unknown]> =>
  spans.flatMap(({ blockId, status, output, children, iteration }) => [
    [
      `${path}${blockId}${iteration === undefined ? '' : `[${JSON.stringify(iteration)}]`}`,
      { status, output },
    ],
    ...stepsOf(children, `${path}${blockId}/`),
  ]);

/** Runs both documents together. @returns the steps of all blocks but the new ones, and the run's output */
async function runTogether({ extracted: inner, replacedBy }: Extraction, input: object) {
  const { document } = replacedBy('w');
  const calls: Array<readonly TraceSpan[]> = [];
  const outcome = await run(document, {
    request: { input },
    ports: {
      callWorkflow: async ({ input: given }) => {
        const called = await run(inner, { request: { input: given } });
        calls.push(called.traceSpans);
        const { status, output, error } = called;
        return { executionId: 'x2', status, output, error };
      },
    },
  });
  return { outcome, called: calls.map((spans) => new Map(stepsOf(spans)) as Steps) };
}

/** Runs the workflow before and after, and expects the same response of both. */
async function expectSame(document: WorkflowDocument, ids: readonly string[], input: object = {}) {
  const before = await run(document, { request: { input } });
  const { outcome } = await runTogether(extracted(document, ids), input);
  expect(outcome.error).toBe(before.error);
  expect(outcome.output).toEqual(before.output);
  return outcome;
}

const problemsOf = (document: WorkflowDocument) =>
  createWorkflowCheck(definitions)(document).filter(({ severity }) => severity === 'error');

const LINE = workflow(
  [
    ['a', 'echo', '{"n": <start.n>, "list": [1, 2]}'],
    ['b', 'echo', '{"doubled": [<a.value.n>, <a.value.n>], "from": "<start.who>"}'],
    ['c', 'echo', '{"b": <b.value.doubled[1]>, "a": <a.value.list>}'],
  ],
  ['start>a', 'a>b', 'b>c', 'c>r'],
  { r: { body: '{"c": <c.value.a[1]>, "b": <b.value.from:json>, "whole": <c>}' } },
);

describe('blocks as a workflow of their own', () => {
  it('a line runs as before, with what it read as inputs and what is read of it as its response', async () => {
    const { extracted: inner, inputs, outputs, replacedBy } = extracted(LINE, ['b', 'c']);
    await expectSame(LINE, ['b', 'c'], { n: 4, who: 'Ann' });
    expect(inputs).toEqual([
      { name: 'a_value', type: null, from: 'a.value' },
      { name: 'who', type: null, from: 'start.who' },
    ]);
    expect(outputs).toEqual(['c', 'b.value']);
    const names = Object.values(inner.blocks).map(({ name }) => name);
    expect(names).toEqual(['start', 'b', 'c', 'response']);
    const { document, blockId } = replacedBy('w');
    expect(Object.keys(document.blocks)).toEqual(['start', 'a', blockId, 'r']);
    expect(document.blocks[blockId]?.config).toEqual({
      workflowId: 'w',
      input: [
        { name: 'a_value', type: 'any', value: '<a.value>' },
        { name: 'who', type: 'any', value: '<start.who>' },
      ],
    });
    expect([...problemsOf(inner), ...problemsOf(document)]).toEqual([]);
  });

  it('types the inputs that are known, and keeps the ends of references', () => {
    const document = workflow([['a', 'echo', '<start.n ?? 3> <start.flag?> <start.who:raw>']], ['start>a']);
    const typed = {
      ...document,
      blocks: {
        ...document.blocks,
        start: {
          ...document.blocks.start!,
          config: {
            fields: [
              { name: 'n', type: 'number' },
              { name: 'flag', type: 'boolean' },
            ],
          },
        },
      },
    };
    const { extracted: inner, replacedBy } = extracted(typed, ['a']);
    expect(inner.blocks.a?.config.value).toBe('<start.n ?? 3> <start.flag?> <start.who:raw>');
    const start = Object.values(inner.blocks).find(({ type }) => type === 'start');
    expect(start?.config.fields).toEqual([
      { name: 'n', type: 'number' },
      { name: 'flag', type: 'boolean' },
    ]);
    const { document: outer, blockId } = replacedBy('w');
    expect(outer.blocks[blockId]?.config.input).toMatchObject([
      { value: '<start.n?>' },
      { value: '<start.flag?>' },
      { value: '<start.who>' },
    ]);
  });

  it('branches that meet again behind the selection run as before, whichever is taken', async () => {
    for (const does of ['straight', 'branch']) {
      const document = workflow(
        [
          ['a', does, '{"n": 1}'],
          ['b', 'echo', '{"n": 2}'],
          ['c', 'echo', '{"n": 3}'],
          ['d', 'echo', '<b.value.n> <c.value.n> <a.value.n>'],
        ],
        ['start>a', 'a>b', 'a:other>c', 'b>d', 'c>d', 'd>r'],
        { r: { body: '<d.value>' } },
      );
      const { outcome } = await runTogether(extracted(document, ['a', 'b', 'c']), {});
      expect(outcome.output).toBe(does === 'straight' ? '2  1' : ' 3 1');
    }
  });

  it('a block that may be skipped before it stays missing inside', async () => {
    const document = workflow(
      [
        ['a', 'branch', '{"n": 1}'],
        ['b', 'echo', '{"n": 2}'],
        ['c', 'echo', '<b.value.n>|<a.value.n>'],
      ],
      ['start>a', 'a>b', 'a:other>c', 'b>c', 'c>r'],
      { r: { body: '<c.value>' } },
    );
    const outcome = await expectSame(document, ['c']);
    expect(outcome.output).toBe('|1');
  });

  it('works inside a container, with the iteration as an input', async () => {
    const document = workflow(
      [
        [
          'l',
          undefined,
          undefined,
          { type: 'loop', config: { kind: 'count', count: 3, result: '<b.value>' } },
        ],
        ['a', 'echo', '<loop.index>', { parentId: 'l' }],
        ['b', 'echo', '<a.value><l.index>', { parentId: 'l' }],
      ],
      ['start>l', 'a>b', 'l>r'],
      { r: { body: '<l.results>' } },
    );
    for (const ids of [['a', 'b'], ['b'], ['a'], ['l']]) await expectSame(document, ids);
    const { extracted: inner } = extracted(document, ['a', 'b']);
    expect(inner.blocks.a?.parentId).toBeUndefined();
  });

  it('takes containers with all that is in them', async () => {
    const document = workflow(
      [
        ['x', 'echo', '[4, 5]'],
        [
          'l',
          undefined,
          undefined,
          { type: 'loop', config: { kind: 'forEach', items: '<x.value>', result: '<a.value>' } },
        ],
        ['a', 'echo', '<loop.item>/<x.value[0]>', { parentId: 'l' }],
      ],
      ['start>x', 'x>l', 'l>r'],
      { r: { body: '<l.results>' } },
    );
    const outcome = await expectSame(document, ['l']);
    expect(outcome.output).toEqual(['4/4', '5/4']);
  });

  it('a failure inside ends the run as before', async () => {
    const document = workflow(
      [
        ['a', 'fail'],
        ['b', 'echo', 'b'],
      ],
      ['start>a', 'a>b'],
    );
    const { outcome } = await runTogether(extracted(document, ['a']), {});
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'BROKEN' } });
    expect(outcome.statuses.b).not.toBe('success');
  });

  it('takes the groups and notes that lie in the selection', () => {
    const document = {
      ...LINE,
      groups: [
        { id: 'g1', title: 'Inside', colour: 'blue' as const, blockIds: ['b', 'c'] },
        { id: 'g2', title: 'Across', colour: 'blue' as const, blockIds: ['a'] },
      ],
    };
    const { extracted: inner, replacedBy } = extracted(document, ['b', 'c']);
    expect(inner.groups?.map(({ id }) => id)).toEqual(['g1']);
    expect(replacedBy('w').document.groups?.map(({ id }) => id)).toEqual(['g2']);
  });
});

describe('refuses in words', () => {
  const lines: Line[] = [
    ['a', 'echo', 'a'],
    ['b', 'echo', 'b'],
    ['c', 'echo', 'c'],
    ['d', 'straight', 'd'],
  ];
  it.each([
    ['nothing', ['start>a'], [], 'Select the blocks'],
    ['a trigger', ['start>a'], ['start', 'a'], '“start” starts the workflow'],
    ['the response', ['start>a', 'a>r'], ['a', 'r'], '“r” sets the response'],
    ['a gap', ['start>a', 'a>b', 'b>c'], ['a', 'c'], '“b” runs between these blocks. Select it too.'],
    ['two entries', ['start>a', 'a>b', 'start>c'], ['b', 'c'], 'Different connections lead to “b” and “c”'],
    ['no entry', ['start>a', 'b>c'], ['b'], 'Nothing leads to these blocks'],
    ['an error port', ['start>a', 'a>b', 'a:error>c'], ['a', 'b'], 'leads out to “c”'],
    ['a branch out', ['start>d', 'd>b', 'd:other>c'], ['d', 'b'], 'Whether “c” runs depends on a branch'],
  ] as Array<[string, string[], string[], string]>)('%s', (_, edges, ids, words) => {
    const document = workflow(lines, edges, edges.some((edge) => edge.endsWith('r')) ? { r: {} } : {});
    expect(refusalOf(document, ids)).toContain(words);
  });

  it('blocks of different containers', () => {
    const document = workflow(
      [
        ['l', undefined, undefined, { type: 'loop' }],
        ['a', 'echo', 'a', { parentId: 'l' }],
        ['b', 'echo', 'b'],
      ],
      ['start>l', 'l>b'],
    );
    expect(refusalOf(document, ['a', 'b'])).toContain('different containers');
  });

  it('variables of the run that are read on both sides', () => {
    const set = (name: string): Line => [
      name,
      undefined,
      undefined,
      { type: 'variables', config: { variables: [{ name: 'total', type: 'any', value: '1' }] } },
    ];
    const document = workflow(
      [set('v'), ['a', 'echo', '<variable.total>'], ['b', 'echo', '<variable.total>']],
      ['start>v', 'v>a', 'a>b'],
    );
    expect(refusalOf(document, ['v', 'a'])).toBe(
      '“v” sets the variable “total”, which “b” reads outside of the selection.',
    );
    expect(refusalOf(document, ['v', 'a', 'b'])).toBe('It was extracted.');
    expect(extracted(document, ['b']).inputs).toMatchObject([{ from: 'variable.total' }]);
  });
});

interface Made {
  does: string;
  from: ReadonlyArray<readonly [number, string]>;
  isChosen: boolean;
  isEnabled: boolean;
}

/** Every block reads those before it; `value.id` only of blocks that can't fail. */
function made(parts: readonly Made[]): WorkflowDocument {
  const edges = new Set<string>();
  const lines = parts.map(({ does, from, isEnabled }, at): Line => {
    const sources = at === 0 ? [] : from.map(([index, port]) => [index % at, port] as const);
    if (sources.length === 0) edges.add(`start>b${at}`);
    for (const [index, port] of sources) edges.add(`b${index}${port === 'out' ? '' : `:${port}`}>b${at}`);
    const read = [...new Set(sources.map(([index]) => index))].map((index) =>
      parts[index]?.does === 'fail' ? `<b${index}.value>` : `<b${index}.value.id> <b${index}.value.in?>`,
    );
    return [`b${at}`, does, JSON.stringify({ id: `b${at}`, in: read.join(' ') }), { enabled: isEnabled }];
  });
  return workflow(lines, [...edges]);
}

test('whatever can be extracted of random workflows runs as before, block by block', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          does: fc.constantFrom('echo', 'echo', 'straight', 'branch', 'fail'),
          from: fc.array(fc.tuple(fc.nat({ max: 7 }), fc.constantFrom('out', 'out', 'other', 'error')), {
            maxLength: 2,
          }),
          isChosen: fc.boolean(),
          isEnabled: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 0),
        }),
        { minLength: 2, maxLength: 8 },
      ),
      async (parts) => {
        const document = made(parts);
        const ids = parts.flatMap(({ isChosen }, at) => (isChosen ? [`b${at}`] : []));
        const result = extract(document, ids);
        if ('refusal' in result) return;
        const before = await run(document);
        // A failure that nothing handles ends a run wherever it has come to by then.
        if (before.status === 'error') return;
        count += 1;
        const { outcome, called } = await runTogether(result, {});
        const after = new Map([...stepsOf(outcome.traceSpans), ...called.flatMap((steps) => [...steps])]);
        const isRun = (step: unknown) => (step as { status: string }).status !== 'skipped';
        for (const [id, step] of stepsOf(before.traceSpans))
          if (id !== 'start')
            expect([id, after.get(id) ?? null]).toEqual([id, isRun(step) ? step : (after.get(id) ?? null)]);
        expect(outcome.status).toBe('success');
      },
    ),
    { numRuns: Number(process.env.GRAPHS ?? 400) },
  );
  expect(count).toBeGreaterThan(30);
});
