import { describe, expect, it } from 'vitest';
import type { TraceSpan } from '../engine/trace-span';
import { compareSpans } from './compare-spans';

const span = (id: string, second: number, more: Partial<TraceSpan> = {}): TraceSpan => ({
  ...{ id, parentId: null, blockId: id.split('@')[0] ?? id, name: id, type: 'function', status: 'success' },
  startTime: new Date(second * 1_000).toISOString(),
  endTime: new Date(second * 1_000 + 5).toISOString(),
  ...{ durationMs: 5, input: null, output: { n: 1 }, error: null, children: [] },
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

  it('inside containers are listed where they differ, and lead there before the container', () => {
    const loop = (value: number) => {
      const inside = [0, 1, 2].map((index) =>
        span(`step@each:${index}`, 1 + index, {
          ...{ parentId: 'each', iteration: index },
          output: { n: index === 1 ? value : index },
        }),
      );
      return [span('each', 1, { type: 'loop', output: { results: [0, value, 2] }, children: inside })];
    };
    const { steps, firstId } = compareSpans(loop(1), loop(5));
    expect(steps.map(({ id }) => id)).toEqual(['each', 'step@each:1']);
    expect(firstId).toBe('step@each:1');
  });
});
