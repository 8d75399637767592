import { describe, expect, test } from 'vitest';
import type { JournalEntry } from './ports';
import { runPlainly } from './testing/plain-interpreter';
import { type Line, run, workflow } from './testing/probe-workflow';
import type { TraceSpan } from './trace-span';

const container = (type: 'loop' | 'parallel', name: string, config: object = {}, parentId?: string): Line => [
  name,
  undefined,
  undefined,
  {
    type,
    config: { kind: 'count', count: 2, onError: 'stop', ...config },
    ...(parentId === undefined ? {} : { parentId }),
  },
];
const inside = (parentId: string, name: string, does = 'echo', value = name): Line => [
  name,
  does,
  value,
  { parentId },
];
const echo = (name: string): Line => [name, 'echo', name];
const one = { concurrency: 1 };

/** Lines and edges of graphs of each shape; every probe's text is its name. */
const SHAPES: Record<string, [Line[], string[]]> = {
  line: [
    [echo('a'), echo('b'), echo('c'), echo('d')],
    ['start>a', 'a>b', 'b>c', 'c>d'],
  ],
  fork: [
    [echo('a'), echo('b'), echo('c')],
    ['start>a', 'start>b', 'start>c'],
  ],
  join: [
    [echo('a'), echo('b'), echo('c')],
    ['start>a', 'start>b', 'a>c', 'b>c'],
  ],
  diamond: [
    [['a', 'branch', 'a'], echo('b'), echo('c'), echo('d')],
    ['start>a', 'a:out>b', 'a:other>c', 'b>d', 'c>d'],
  ],
  caught: [
    [['a', 'fail'], echo('b'), echo('c')],
    ['start>a', 'a:out>b', 'a:error>c'],
  ],
  uncaught: [
    [['a', 'fail'], echo('b'), echo('c')],
    ['start>a', 'a>b', 'start>c'],
  ],
  disabled: [
    [['a', 'echo', 'a', { enabled: false }], echo('b')],
    ['start>a', 'a>b'],
  ],
  'dead branch': [
    [['a', 'branch', 'a'], echo('b'), echo('c')],
    ['start>a', 'a:out>b', 'b>c'],
  ],
  loop: [
    [container('loop', 'l'), inside('l', 'a'), inside('l', 'b'), echo('z')],
    ['start>l', 'a>b', 'l>z'],
  ],
  'loop of a branch': [
    [container('loop', 'l'), inside('l', 'a', 'branch'), inside('l', 'b'), inside('l', 'c'), echo('z')],
    ['start>l', 'a:out>b', 'a:other>c', 'l>z'],
  ],
  'loop that fails': [
    [container('loop', 'l'), inside('l', 'a'), inside('l', 'b', 'fail'), echo('z')],
    ['start>l', 'a>b', 'l>z'],
  ],
  'loop that collects': [
    [container('loop', 'l', { onError: 'collect' }), inside('l', 'a', 'fail'), echo('z')],
    ['start>l', 'l>z'],
  ],
  'loop whose failure is caught': [
    [container('loop', 'l'), inside('l', 'a', 'fail'), echo('z'), echo('y')],
    ['start>l', 'l:error>z', 'l:out>y'],
  ],
  'error port in a loop': [
    [container('loop', 'l'), inside('l', 'a', 'fail'), inside('l', 'b'), echo('z')],
    ['start>l', 'a:error>b', 'l>z'],
  ],
  parallel: [
    [container('parallel', 'p', one), inside('p', 'a'), inside('p', 'b'), echo('z')],
    ['start>p', 'a>b', 'p>z'],
  ],
  'loop in a loop': [
    [container('loop', 'l'), container('loop', 'm', {}, 'l'), inside('m', 'a'), echo('z')],
    ['start>l', 'l>z'],
  ],
  'parallel in a loop': [
    [container('loop', 'l'), container('parallel', 'p', one, 'l'), inside('p', 'a'), inside('l', 'b')],
    ['start>l', 'p>b'],
  ],
  'loop in a parallel, and a join behind it': [
    [
      container('parallel', 'p', one),
      container('loop', 'l', {}, 'p'),
      inside('l', 'a'),
      echo('y'),
      echo('z'),
    ],
    ['start>p', 'start>y', 'p>z', 'y>z'],
  ],
};

const request = { parallelFailure: 'collect' as const };
const documentOf = (shape: string) => {
  const [lines, edges] = SHAPES[shape]!;
  const document = workflow(lines, edges);
  for (const block of Object.values(document.blocks)) if (block.type !== 'probe') block.config.result ??= 'r';
  return document;
};
const stepsOf = (shape: string) => [...runPlainly(documentOf(shape)).steps.values()];
const countTo = (most: number) => Array.from({ length: most + 1 }, (_, at) => at);
const shapes = Object.keys(SHAPES);
const ends = (spans: readonly TraceSpan[]): string[] =>
  spans.flatMap(({ id, status, children }) => [`${id} ${status}`, ...ends(children)]).sort();

describe('at each point of its journal', () => {
  test.each(shapes.flatMap((shape) => countTo(stepsOf(shape).length).map((cut) => [shape, cut] as const)))(
    'a run of %s goes on after %i steps to the same end, and runs nothing twice',
    async (shape, cut) => {
      const journal: JournalEntry[] = [];
      const journalled = (entry: JournalEntry) => void journal.push(structuredClone(entry));
      const whole = await run(documentOf(shape), { request, ports: { journal: journalled } });
      expect(journal).toHaveLength(stepsOf(shape).length);
      const restored = journal.slice(0, cut);
      const resumed = await run(documentOf(shape), { request, ports: { restored } });
      expect(ends(resumed.traceSpans)).toEqual(ends(whole.traceSpans));
      expect([resumed.status, resumed.error?.code]).toEqual([whole.status, whole.error?.code]);
      const before = restored.filter(({ span }) => span.type === 'probe' && span.status !== 'skipped');
      expect(resumed.ran).toHaveLength(whole.ran.length - before.length);
    },
  );
});

describe('cancelled as a block starts', () => {
  test.each(
    shapes.flatMap((shape) => {
      const started = stepsOf(shape).filter(({ status }) => status !== 'skipped');
      return started.map((_, at) => [shape, at + 1] as const);
    }),
  )('a run of %s ends at its start number %i, and starts no more', async (shape, last) => {
    const cancel = new AbortController();
    let started = 0;
    const outcome = await run(documentOf(shape), {
      request,
      ports: {
        signal: cancel.signal,
        onEvent: ({ type }) => {
          if (type !== 'block-started') return;
          started += 1;
          if (started === last) cancel.abort();
        },
      },
    });
    expect(started).toBe(last);
    // An earlier failure is the one that ended it.
    expect(['CANCELLED', 'BROKEN']).toContain(outcome.error?.code);
    expect(outcome.status).toBe('error');
  });
});
