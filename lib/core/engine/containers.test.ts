import { describe, expect, it } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import type { BlockResult } from '../blocks/block';
import { ReferenceBudget } from '../references/reference-budget';
import type { JournalEntry, RunEvent } from './ports';
import { type Doing, gate, type Line, run, workflow } from './testing/probe-workflow';
import type { TraceSpan } from './trace-span';

const loop = (name: string, config: object, extra: object = {}): Line => [
  name,
  undefined,
  undefined,
  { type: 'loop', config, ...extra },
];
const parallel = (name: string, config: object, extra: object = {}): Line => [
  name,
  undefined,
  undefined,
  { type: 'parallel', config, ...extra },
];
const within = (parentId: string, [name, does, value, extra]: Line): Line => [
  name,
  does,
  value,
  { ...extra, parentId },
];

const flatten = (spans: readonly TraceSpan[]): TraceSpan[] =>
  spans.flatMap((span) => [span, ...flatten(span.children)]);

describe('a loop', () => {
  it('runs the blocks inside once for each item, and gives the results in their order', async () => {
    const document = workflow(
      [
        loop('each', { items: '[10, 20, 30]', result: '<a.value>' }),
        within('each', ['a', 'echo', '<loop.item>']),
        ['after', 'echo', '<each.results>'],
      ],
      ['start>each', 'each>after'],
    );
    const outcome = await run(document);
    expect(outcome).toMatchObject({ status: 'success', output: { value: [10, 20, 30] }, error: null });
    expect(outcome.statuses).toEqual({ start: 'success', each: 'success', after: 'success' });
    const each = outcome.traceSpans.find(({ blockId }) => blockId === 'each')!;
    expect(each.output).toEqual({ results: [10, 20, 30], errors: [], count: 3, error: null });
    expect(
      each.children.map(({ id, parentId, blockId, iteration }) => ({ id, parentId, blockId, iteration })),
    ).toEqual([0, 1, 2].map((n) => ({ id: `a@each:${n}`, parentId: 'each', blockId: 'a', iteration: n })));
  });

  it('knows its index, the result before, what is around it, and itself by name', async () => {
    const document = workflow(
      [
        ['base', 'echo', '100'],
        loop('sum', { kind: 'count', count: '<base.value>', maxIterations: 1_000, result: '<a.value.n>' }),
        within('sum', [
          'a',
          'echo',
          '{"n": <loop.index>, "last": <loop.last>, "own": <sum.item>, "base": <base.value>}',
        ]),
      ],
      ['start>base', 'base>sum'],
    );
    const outcome = await run(document);
    const [first, second] = flatten(outcome.traceSpans).filter(({ blockId }) => blockId === 'a');
    expect(first?.output).toEqual({ value: { n: 0, last: null, own: 0, base: 100 } });
    expect(second?.output).toEqual({ value: { n: 1, last: 0, own: 1, base: 100 } });
    expect(outcome.output).toMatchObject({ count: 100 });
  });

  it('goes on elsewhere once results of typed JSON are more than a run may hold here', async () => {
    const [left, error] = [gate(), { code: 'LEFT', message: 'The run goes on elsewhere.' }];
    const held = 20_000;
    const leave = async () => {
      left.open();
      return error;
    };
    const results = async (count: number) => {
      const document = workflow(
        [loop('each', { kind: 'count', count, result: '{"text": "0123456789"}' }), within('each', ['a'])],
        ['start>each'],
      );
      const budget = new ReferenceBudget({ block: 1_000_000, made: 1_000_000, held });
      return run(document, { ports: { budget, leave } });
    };
    expect((await results(100)).error).toBeNull();
    expect((await results(1_000)).error).toMatchObject(error);
    await left.wait;
  });

  it('without a result gives the output of the last block inside', async () => {
    const document = workflow(
      [
        loop('each', { items: '["x"]' }),
        within('each', ['a', 'echo', 'a']),
        within('each', ['b', 'echo', '<a.value><loop.item>']),
      ],
      ['start>each', 'a>b'],
    );
    expect((await run(document)).output).toMatchObject({ results: [{ value: 'ax' }] });
  });

  it('of no items does nothing and goes on', async () => {
    const document = workflow(
      [loop('each', { items: '[]' }), within('each', ['a']), ['after', 'echo', '<each.count>']],
      ['start>each', 'each>after'],
    );
    const outcome = await run(document);
    expect(outcome.output).toEqual({ value: 0 });
    expect(flatten(outcome.traceSpans).map(({ blockId }) => blockId)).toEqual(['start', 'each', 'after']);
  });

  it('of an object has its members as items', async () => {
    const document = workflow(
      [
        loop('each', { items: '<start.prices>', result: '<loop.item.key>=<loop.item.value>' }),
        within('each', ['a']),
      ],
      ['start>each'],
    );
    const outcome = await run(document, { request: { input: { prices: { tea: 2, milk: 1 } } } });
    expect(outcome.output).toMatchObject({ results: ['tea=2', 'milk=1'] });
  });

  it.each([
    ['<start.none>', [], /items are null/],
    ['<start.gone?>', [], /items are null/],
    ['<start.gone ?? []>', [], null],
    ['<start.gone ?? "[]">', [], /text that is a JSON list/],
    ['<start.text>', [1, 2], /text that is a JSON list/],
    ['<start.gone ?? {}>', [], null],
  ])('of %s gives %j', async (items, results, warning) => {
    const lines: Line[] = [loop('each', { items, result: '<loop.item>' }), within('each', ['a'])];
    const outcome = await run(workflow(lines, ['start>each']), {
      request: { input: { none: null, text: ' [1, 2]' } },
    });
    expect(outcome).toMatchObject({ status: 'success', output: { results, error: null } });
    const span = outcome.traceSpans.find(({ blockId }) => blockId === 'each');
    expect(span?.warnings ?? []).toEqual(warning === null ? [] : [expect.stringMatching(warning)]);
  });

  it.each([
    ['7', 'ITEMS_INVALID', /must be a list or an object, not 7/],
    ['"text"', 'ITEMS_INVALID', /not the text "text"/],
    ['[1, 2, 3]', 'LOOP_LIMIT', /^3 items are too many.*at most/],
  ])('of %s ends with %s', async (items, code, message) => {
    const document = workflow(
      [loop('each', { items: '<start.items>', maxIterations: 2 }), within('each', ['a'])],
      ['start>each'],
    );
    const outcome = await run(document, { request: { input: { items: JSON.parse(items) } } });
    expect(outcome).toMatchObject({ status: 'error', error: { code, blockId: 'each' } });
    expect(outcome.error?.message).toMatch(message);
    expect(outcome.ran).toEqual([]);
  });

  it('stops at a failure inside, which is named, and goes on at its error port', async () => {
    const lines: Line[] = [
      loop('each', { items: '[1, 2, 3]' }),
      within('each', ['a', 'fail at 2', '<loop.item>']),
      ['caught', 'echo', '<each.error.code> at <each.error.iteration> of <each.count>'],
    ];
    const uncaught = await run(workflow(lines, ['start>each', 'each>caught']), { doings: FAIL_AT_2 });
    expect(uncaught).toMatchObject({
      status: 'error',
      error: { code: 'BROKEN', blockId: 'a', blockName: 'a', iteration: 1 },
    });
    expect(uncaught.ran).toEqual(['fail at 2', 'fail at 2']);
    const caught = await run(workflow(lines, ['start>each', 'each:error>caught']), { doings: FAIL_AT_2 });
    expect(caught).toMatchObject({ status: 'success', output: { value: 'BROKEN at 1 of 2' } });
  });

  it('collects failures when it is told to, with null among the results', async () => {
    const document = workflow(
      [
        loop('each', { items: '[1, 2, 3]', onError: 'collect', result: '<a.value>' }),
        within('each', ['a', 'fail at 2', '<loop.item>']),
      ],
      ['start>each'],
    );
    expect((await run(document, { doings: FAIL_AT_2 })).output).toEqual({
      results: [1, null, 3],
      errors: [{ index: 1, code: 'BROKEN', message: 'It broke.' }],
      count: 3,
      error: null,
    });
  });

  it('catches a failure inside by an error port inside', async () => {
    const document = workflow(
      [
        loop('each', { items: '[1, 2]' }),
        within('each', ['a', 'fail at 2', '<loop.item>']),
        within('each', ['b', 'echo', 'went wrong']),
        within('each', ['c', 'echo', 'went well']),
      ],
      ['start>each', 'a:error>b', 'a>c'],
    );
    expect((await run(document, { doings: FAIL_AT_2 })).output).toMatchObject({
      results: [{ value: 'went well' }, { value: 'went wrong' }],
    });
  });

  it('that is switched off is skipped with all blocks inside', async () => {
    const document = workflow(
      [
        loop('each', { items: '[1]' }, { enabled: false }),
        within('each', ['a']),
        ['after', 'echo', '[<each.results?>]'],
      ],
      ['start>each', 'each>after'],
    );
    const outcome = await run(document);
    expect(outcome).toMatchObject({ output: { value: [null] }, statuses: { each: 'skipped' } });
    expect(flatten(outcome.traceSpans)).toHaveLength(3);
  });

  it('yields to the event loop regularly', async () => {
    let ways = 0;
    const document = workflow(
      [loop('each', { kind: 'count', count: 1_000 }), within('each', ['a'])],
      ['start>each'],
    );
    const giveWay = async () => {
      ways += 1;
    };
    await run(document, { ports: { giveWay } });
    expect(ways).toBeGreaterThan(10);
  });
});

describe('a parallel', () => {
  it('has as many iterations at work as it may, and results in the order of the items', async () => {
    const gates = [gate(), gate(), gate(), gate()];
    let atWork = 0;
    let most = 0;
    const doings: Record<string, Doing> = {
      wait: async (_, value) => {
        atWork += 1;
        most = Math.max(most, atWork);
        // Every second iteration ends before the one that began before it.
        if (Number(value) % 2 === 0) await gates[Number(value)]!.wait;
        else setImmediate(gates[Number(value) - 1]!.open);
        atWork -= 1;
        return { ok: true, output: { value } };
      },
    };
    const document = workflow(
      [
        parallel('all', { items: '[0, 1, 2, 3]', concurrency: 2, result: '<a.value>' }),
        within('all', ['a', 'wait', '<parallel.item>']),
      ],
      ['start>all'],
    );
    const outcome = await run(document, { doings });
    expect(outcome.output).toMatchObject({ results: [0, 1, 2, 3], count: 4 });
    expect(most).toBe(2);
    const ended = outcome.traceSpans.find(({ blockId }) => blockId === 'all')!.children;
    expect(ended.map(({ iteration }) => iteration)).toEqual([1, 0, 3, 2]);
  });

  it('stops the others when one fails', async () => {
    let told: AbortSignal | undefined;
    const doings: Record<string, Doing> = {
      'hang or fail': ({ signal }, value) => {
        if (value === 1)
          return {
            ok: false,
            error: { code: 'BROKEN', message: 'It broke.' },
            output: {},
            continuable: false,
          };
        told = signal;
        return new Promise<BlockResult>(() => {});
      },
    };
    const document = workflow(
      [
        parallel('all', { items: '[0, 1, 2]', concurrency: 2 }),
        within('all', ['a', 'hang or fail', '<parallel.item>']),
        ['after', 'echo', '<all.error.iteration>'],
      ],
      ['start>all', 'all:error>after'],
    );
    const outcome = await run(document, { doings });
    expect(outcome.output).toEqual({ value: 1 });
    expect(told?.aborted).toBe(true);
    const { children } = outcome.traceSpans.find(({ blockId }) => blockId === 'all')!;
    expect(children.map(({ iteration, status }) => [iteration, status])).toEqual([
      [1, 'error'],
      [0, 'cancelled'],
    ]);
  });
});

describe('containers in one another', () => {
  const nested = (extra: object = {}) =>
    workflow(
      [
        loop('outer', { items: '["a", "b"]', result: '<inner.results>' }),
        within('outer', parallel('inner', { items: '[1, 2]', result: '<cell.value>', ...extra })),
        within('inner', ['cell', 'echo', '<loop.item><parallel.item><outer.index>']),
      ],
      ['start>outer'],
    );

  it('have each its own item', async () => {
    const outcome = await run(nested());
    expect(outcome.output).toMatchObject({
      results: [
        ['a10', 'a20'],
        ['b11', 'b21'],
      ],
    });
    const ids = flatten(outcome.traceSpans).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('cell@outer:1/inner:0');
  });

  it('report each step and its iteration to watchers, once', async () => {
    const events: RunEvent[] = [];
    await run(nested(), { ports: { onEvent: (event) => events.push(event) } });
    const steps = events.map(({ type, blockId, iteration = '' }) => `${type} ${blockId} ${iteration}`);
    expect(new Set(steps).size).toBe(steps.length);
    expect(steps).toContain('block-finished cell outer:1/inner:1');
    const ends = events.flatMap((event) => (event.type === 'block-finished' ? [event.span] : []));
    expect(ends.flatMap(({ children }) => children)).toEqual([]);
  });

  it('give each request inside a key of its own', async () => {
    const document = workflow(
      [
        loop('outer', { kind: 'count', count: 2, result: '<inner.results>' }),
        within('outer', loop('inner', { kind: 'count', count: 2, result: '<cell.value>' })),
        within('inner', ['cell', 'key']),
      ],
      ['start>outer'],
    );
    const { output } = await run(document);
    const keys = (output as { results: string[][] }).results.flat();
    expect(new Set(keys).size).toBe(4);
    expect(keys[3]).toBe('x1.cell@outer:1/inner:1.0');
  });

  it('go on from any point of the journal to the same end, and do nothing twice', async () => {
    const journal: JournalEntry[] = [];
    const whole = await run(nested(), { ports: { journal: (entry) => void journal.push(entry) } });
    expect(journal).toHaveLength(1 + 4 + 2 + 1);
    for (let kept = 0; kept <= journal.length; kept += 1) {
      const restored = structuredClone(journal.slice(0, kept));
      const done = restored.filter(({ blockId }) => blockId === 'cell').length;
      const outcome = await run(nested(), { ports: { restored } });
      expect(outcome.output).toEqual(whole.output);
      expect(outcome.ran).toHaveLength(4 - done);
      const ids = (spans: TraceSpan[]) =>
        flatten(spans)
          .map(({ id }) => id)
          .sort();
      expect(ids(outcome.traceSpans)).toEqual(ids(whole.traceSpans));
    }
  });

  it('are cancelled with all that runs in them', async () => {
    const controller = new AbortController();
    const document = workflow(
      [
        loop('outer', { kind: 'count', count: 2 }),
        within('outer', loop('inner', { kind: 'count', count: 2 })),
        within('inner', ['cell', 'hang']),
      ],
      ['start>outer'],
    );
    const outcome = await run(document, {
      ports: {
        signal: controller.signal,
        onEvent: ({ type, blockId }) => {
          if (type === 'block-started' && blockId === 'cell') setImmediate(() => controller.abort());
        },
      },
    });
    expect(outcome.error?.code).toBe('CANCELLED');
    const spans = flatten(outcome.traceSpans).filter(({ blockId }) => blockId !== 'start');
    expect(spans.map(({ id, status }) => [id, status])).toEqual([
      ['outer', 'cancelled'],
      ['inner@outer:0', 'cancelled'],
      ['cell@outer:0/inner:0', 'cancelled'],
    ]);
  });

  it(
    'stop at the most steps a run may have',
    async () => {
      const document = workflow(
        [
          loop('outer', { kind: 'count', count: 100, onError: 'collect' }),
          within('outer', loop('inner', { kind: 'count', count: 10_000, maxIterations: 10_000 })),
          within('inner', ['cell', 'count']),
        ],
        ['start>outer'],
      );
      let cells = 0;
      const doings: Record<string, Doing> = {
        count: () => {
          cells += 1;
          return { ok: true, output: {} };
        },
      };
      const outcome = await run(document, { doings });
      expect(cells).toBeLessThan(100_000);
      expect(outcome.error?.code).toBe('STEP_LIMIT');
    },
    patient(90_000),
  ); // a hundred thousand steps
});

const FAIL_AT_2: Record<string, Doing> = {
  'fail at 2': (_, value) =>
    value === 2
      ? { ok: false, error: { code: 'BROKEN', message: 'It broke.' }, output: {}, continuable: false }
      : { ok: true, output: { value } },
};
