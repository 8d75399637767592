import { describe, expect, it } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { waterfallRows } from './waterfall';

const START = Date.parse('2026-11-21T12:00:00.000Z');
const at = (ms: number) => new Date(START + ms).toISOString();
const span = (
  name: string,
  fromMs: number,
  durationMs: number,
  more: Partial<TraceSpan> = {},
): TraceSpan => ({
  id: name,
  parentId: null,
  blockId: name,
  name,
  type: 'api',
  status: 'success',
  startTime: at(fromMs),
  endTime: at(fromMs + durationMs),
  durationMs,
  input: null,
  output: null,
  error: null,
  children: [],
  ...more,
});

describe('waterfallRows', () => {
  it('orders by start, nests children and places bars in percent', () => {
    const rows = waterfallRows(
      [span('b', 50, 50), span('a', 0, 50, { children: [span('inner', 10, 20)] })],
      START,
      100,
    );
    expect(rows.map((row) => [row.span.name, row.depth])).toEqual([
      ['a', 0],
      ['inner', 1],
      ['b', 0],
    ]);
    expect(rows[2]?.stretches).toEqual([{ kind: 'work', leftPercent: 50, widthPercent: 50 }]);
  });

  it('shows tries and the pauses between them', () => {
    const attempts = [
      { status: 503, code: 'HTTP_STATUS', startedAt: at(0), durationMs: 10, waitMs: 0 },
      { status: 200, code: null, startedAt: at(60), durationMs: 40, waitMs: 50 },
    ];
    const [row] = waterfallRows([span('a', 0, 100, { attempts })], START, 100);
    expect(row?.stretches).toEqual([
      { kind: 'failed-try', leftPercent: 0, widthPercent: 10 },
      { kind: 'wait', leftPercent: 10, widthPercent: 50 },
      { kind: 'work', leftPercent: 60, widthPercent: 40 },
    ]);
  });

  it('keeps the bar of an instant block visible and inside', () => {
    const [row] = waterfallRows([span('end', 100, 0)], START, 100);
    expect(row?.stretches[0]?.widthPercent).toBeGreaterThan(0);
    expect(
      (row?.stretches[0]?.leftPercent ?? 0) + (row?.stretches[0]?.widthPercent ?? 0),
    ).toBeLessThanOrEqual(100);
  });

  it('draws no bar for a block that was skipped', () => {
    expect(waterfallRows([span('a', 0, 0, { status: 'skipped' })], START, 100)[0]?.stretches).toEqual([]);
  });
});
