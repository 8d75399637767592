import { describe, expect, it, test } from 'vitest';
import type { TraceSpan } from '../engine/trace-span';
import { compareSpans, runInputOf } from './compare-spans';

const span = (id: string, second: number, more: Partial<TraceSpan> = {}): TraceSpan => ({
  id,
  parentId: null,
  blockId: id.split('@')[0] ?? id,
  name: id,
  type: 'function',
  status: 'success',
  startTime: new Date(second * 1_000).toISOString(),
  endTime: new Date(second * 1_000 + 5).toISOString(),
  durationMs: 5,
  input: null,
  output: { n: 1 },
  error: null,
  children: [],
  ...more,
});

describe('the blocks of two runs', () => {
  it('are compared one by one, and the first that differs is named', () => {
    const before = [span('start', 0), span('api', 1), span('after', 2)];
    const after = [
      span('start', 10),
      span('api', 11, { durationMs: 900, output: { n: 2 } }),
      span('after', 12, {
        input: { code: 2 },
        status: 'error',
        error: { code: 'X', message: 'x' },
        output: null,
      }),
    ];
    const { steps, firstId, differing } = compareSpans(before, after);
    expect(steps.map(({ id, changes }) => [id, changes])).toEqual([
      ['start', []],
      ['api', ['output']],
      ['after', ['status', 'input', 'error', 'output']],
    ]);
    expect([firstId, differing]).toEqual(['api', 2]);
  });

  it('are named when only one run came to them; skipped ones did not run', () => {
    const skipped = span('api', 1, { status: 'skipped', output: null });
    const { steps } = compareSpans([span('start', 0), skipped], [span('start', 0), span('api', 1)]);
    expect(steps.map(({ changes }) => changes)).toEqual([[], ['ran']]);
    expect(compareSpans([skipped], []).differing).toBe(0);
  });

  it('stand in the order they ran, though one of the runs is hours older and came further', () => {
    const before = [span('start', 0), span('api', 1), span('next', 2), span('last', 3)];
    const after = [span('start', 7_000), span('api', 7_001, { status: 'warning' })];
    const { steps, firstId } = compareSpans(before, after);
    expect(steps.map(({ id }) => id)).toEqual(['start', 'api', 'next', 'last']);
    expect(firstId).toBe('api');
    expect(compareSpans(after, before).steps.map(({ id }) => id)).toEqual(['start', 'api', 'next', 'last']);
  });

  it('inside containers are listed where they differ, and lead there before the container', () => {
    const loop = (value: number) => {
      const inside = [0, 1, 2].map((index) =>
        span(`step@each:${index}`, 1 + index, {
          parentId: 'each',
          iteration: index,
          output: { n: index === 1 ? value : index },
        }),
      );
      return [span('each', 1, { type: 'loop', output: { results: [0, value, 2] }, children: inside })];
    };
    const { steps, firstId } = compareSpans(loop(1), loop(5));
    expect(steps.map(({ id }) => id)).toEqual(['each', 'step@each:1']);
    expect(firstId).toBe('step@each:1');
  });

  it('inside containers stand below their container, iteration by iteration, whatever started first', () => {
    const loop = (from: number, value: number) => {
      const inside = [2, 0, 11, 1].map((iteration, order) =>
        span(`step@each:${iteration}`, from + order, {
          parentId: 'each',
          iteration,
          output: { n: value },
        }),
      );
      const inner = span('inner@each:1', from, {
        parentId: 'each',
        iteration: 1,
        type: 'loop',
        children: [
          span('deep@each:1/inner:0', from, { parentId: 'inner@each:1', iteration: 0, output: value }),
        ],
      });
      return [span('each', from, { type: 'loop', children: [...inside, inner] }), span('last', from + 9)];
    };
    const { steps } = compareSpans(loop(0, 1), loop(100, 2));
    expect(steps.map(({ id, depth, iteration }) => [id, depth, iteration])).toEqual([
      ['each', 0, null],
      ['step@each:0', 1, 0],
      ['inner@each:1', 1, 1],
      ['deep@each:1/inner:0', 2, 0],
      ['step@each:1', 1, 1],
      ['step@each:2', 1, 2],
      ['step@each:11', 1, 11],
      ['last', 0, null],
    ]);
  });

  it('that the log holds by their beginning are the same only if their files are', () => {
    const head = '[1,2,3';
    const output = (fileId: string | null, bytes = 9) => ({
      data: { truncated: true, bytes, contentType: 'application/json', fileId, head },
      status: 200,
    });
    const compared = (was: unknown, is: unknown) => {
      const { steps, differing, unclear } = compareSpans(
        [span('api', 1, { output: was })],
        [span('api', 1, { output: is })],
      );
      return [steps[0]?.changes, steps[0]?.unclear, differing, unclear];
    };
    expect(compared(output('a'), output('a'))).toEqual([[], [], 0, 0]);
    expect(compared(output('a'), output('b'))).toEqual([['output'], [], 1, 0]);
    expect(compared(output(null), output(null))).toEqual([[], ['output'], 0, 1]);
    expect(compared(output(null), output('a', 10))).toEqual([['output'], [], 1, 0]);
    expect(compared(output(null), { ...output('a'), status: 201 })).toEqual([['output'], [], 1, 0]);
    expect(compared({ truncated: true, bytes: null }, [1])).toEqual([[], ['output'], 0, 1]);
  });

  it('whose responses differ only in headers that change by themselves have no difference', () => {
    const answer = (second: number, id = 7) => ({
      status: 200,
      data: { id },
      error: null,
      headers: { date: `Mon, 23 Nov 2026 10:00:0${second} GMT`, 'content-type': 'application/json' },
    });
    const api = (output: unknown) => span('api', 1, { type: 'api', output });
    const each = (output: unknown) =>
      span('each', 2, {
        type: 'loop',
        output: { results: [output], count: 1 },
        children: [span('api@each:0', 2, { type: 'api', parentId: 'each', output })],
      });
    const minor = compareSpans([api(answer(1)), each(answer(1))], [api(answer(2)), each(answer(2))]);
    expect(minor.steps.map(({ id, changes }) => [id, changes])).toEqual([
      ['api', ['minor']],
      ['each', ['minor']],
    ]);
    expect([minor.firstId, minor.differing]).toEqual([null, 0]);
    const real = compareSpans([api(answer(1)), span('f', 2)], [api(answer(2, 8)), span('f', 2)]);
    expect(real.steps.map(({ changes }) => changes)).toEqual([['output'], []]);
    expect(real.firstId).toBe('api');
  });
});

test('the input of a run is what its Start block got, or what its trigger put out', () => {
  const start = span('s', 0, { type: 'start', input: { n: 1 }, output: { n: 1, preset: true } });
  expect(runInputOf([start, span('f', 1)])).toEqual({ n: 1 });
  const hook = span('h', 0, { type: 'webhook-trigger', input: null, output: { body: 1 } });
  expect(runInputOf([span('s', 0, { type: 'start', status: 'skipped' }), hook])).toEqual({ body: 1 });
  expect(runInputOf([])).toBeUndefined();
});
