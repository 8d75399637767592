import { expect, test } from 'vitest';
import { notePartialRun, type PartialRun, type StandIn } from './partial-run';
import type { JournalEntry } from './ports';
import { failure, type Line, run, workflow } from './testing/probe-workflow';

const echo = (name: string, value = name): Line => [name, 'echo', value];
const gives = (value: unknown): StandIn => ({ result: { ok: true, output: { value } }, pinned: true });
const partial = (standIns: PartialRun['standIns'], left: string[] = []) => ({
  ports: { notes: [notePartialRun({ standIns, left })] },
});

test('a stand-in is not executed; what comes behind gets its output', async () => {
  const document = workflow([echo('a'), echo('b', '<a.value>')], ['start>a', 'a>b']);
  const { ran, ...outcome } = await run(document, partial({ a: gives('pinned') }));
  expect(ran).toEqual(['pinned']);
  expect(outcome.traceSpans.map(({ id, pinned }) => [id, pinned])).toEqual([
    ['start', undefined],
    ['a', true],
    ['b', undefined],
  ]);
});

test('it goes on by the port of its result', async () => {
  const document = workflow(
    [echo('a'), echo('caught'), echo('next')],
    ['start>a', 'a:error>caught', 'a>next'],
  );
  const { ran, ...outcome } = await run(document, partial({ a: { result: failure(true), pinned: true } }));
  expect([ran, outcome.status]).toEqual([['caught'], 'success']);
  expect(outcome.traceSpans[1]).toMatchObject({ id: 'a', status: 'error', pinned: true });
});

test('blocks that are left out are skipped, with all behind them that nothing else leads to', async () => {
  const document = workflow([echo('a'), echo('b'), echo('c')], ['start>a', 'a>b', 'b>c']);
  const { ran, ...outcome } = await run(document, partial({ c: gives('pinned') }, ['b']));
  expect(ran).toEqual(['a']);
  expect(outcome).toMatchObject({ status: 'success', output: { value: 'a' } });
  expect(outcome.traceSpans.map(({ status }) => status)).toEqual([
    'success',
    'success',
    'skipped',
    'skipped',
  ]);
});

test('each iteration gets it; what a container would collect of blocks left out is null', async () => {
  const lines: Line[] = [
    [
      'each',
      undefined,
      undefined,
      { type: 'loop', config: { kind: 'count', count: 2, result: '<y.value>' } },
    ],
    ['x', 'echo', '<loop.index>', { parentId: 'each' }],
    ['y', 'echo', '<x.value>', { parentId: 'each' }],
  ];
  const document = workflow(lines, ['start>each', 'x>y']);
  const mocked = await run(document, partial({ x: gives('pinned') }));
  expect(mocked.ran).toEqual(['pinned', 'pinned']);
  const ended = await run(document, partial({}, ['y']));
  expect(ended.ran).toEqual(['0', '1']);
  expect(ended).toMatchObject({ status: 'success', output: { results: [null, null] } });
});

test('a run that goes on from its journal and notes has the same end at every point', async () => {
  const document = workflow(
    [echo('a'), echo('b', '<a.value>'), echo('c', '<b.value>')],
    ['start>a', 'a>b', 'b>c'],
  );
  const { ports } = partial({ b: gives('pinned') });
  const journal: JournalEntry[] = [];
  const whole = await run(document, { ports: { ...ports, journal: (entry) => void journal.push(entry) } });
  for (let kept = 0; kept <= journal.length; kept += 1) {
    const restored = journal.slice(0, kept);
    const again = await run(document, { ports: { ...ports, restored } });
    expect(again.output).toEqual(whole.output);
    expect(again.traceSpans.filter(({ pinned }) => pinned).map(({ id }) => id)).toEqual(['b']);
  }
});
