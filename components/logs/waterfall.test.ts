import { describe, expect, it } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { axisOf, openAtFirst, requestsOf, rowsAround, waterfallRows, whatOpens } from './waterfall';

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
  const inside = (name: string, iteration: number, fromMs: number, more: Partial<TraceSpan> = {}) =>
    span(`${name}@each:${iteration}`, fromMs, 5, { name, iteration, parentId: 'each', ...more });

  it('orders by start, nests children and says when each worked', () => {
    const rows = waterfallRows(
      [span('b', 50, 50), span('a', 0, 50, { children: [span('inner', 10, 20)] })],
      START,
    );
    expect(rows.map((row) => [row.id, row.depth])).toEqual([
      ['a', 0],
      ['inner', 1],
      ['b', 0],
    ]);
    expect(rows[2]?.stretches).toEqual([{ kind: 'work', fromMs: 50, toMs: 100 }]);
  });

  it('calls the parts of an agent steps, and what a container repeats iterations', () => {
    const parts = [span('answer', 0, 5, { parentId: 'agent' })];
    const spans = [
      span('agent', 0, 10, { type: 'agent', children: parts }),
      span('each', 20, 10, { type: 'loop', children: [inside('a', 0, 20), inside('b', 0, 25)] }),
    ];
    const names = waterfallRows(spans, START, () => true).map(whatOpens);
    expect(names).toContain('Steps of agent');
    expect(names).toContain('Iterations of each');
    expect(names).toContain('Blocks of iteration 1');
  });

  it('shows tries and the pauses between them', () => {
    const attempts = [
      { status: 503, code: 'HTTP_STATUS', startedAt: at(0), durationMs: 10, waitMs: 0 },
      { status: 200, code: null, startedAt: at(60), durationMs: 40, waitMs: 50 },
    ];
    const [row] = waterfallRows([span('a', 0, 100, { attempts })], START);
    expect(row?.stretches).toEqual([
      { kind: 'failed-try', fromMs: 0, toMs: 10 },
      { kind: 'wait', fromMs: 10, toMs: 60 },
      { kind: 'work', fromMs: 60, toMs: 100 },
    ]);
  });

  it('shows the time until a single request had its turn as a wait', () => {
    const attempts = [{ status: 200, code: null, startedAt: at(900), durationMs: 100, waitMs: 890 }];
    const [row] = waterfallRows([span('a', 10, 990, { attempts })], START);
    expect(row?.stretches).toEqual([
      { kind: 'wait', fromMs: 10, toMs: 900 },
      { kind: 'work', fromMs: 900, toMs: 1_000 },
    ]);
  });

  it('shows a page that came as work, and only the try before it as failed', () => {
    const attempts = [
      { page: 1, status: 200, code: null, startedAt: at(0), durationMs: 10, waitMs: 0 },
      { page: 2, status: 503, code: 'HTTP_STATUS', startedAt: at(10), durationMs: 10, waitMs: 0 },
      { page: 2, status: 200, code: null, startedAt: at(20), durationMs: 10, waitMs: 0 },
      { page: 3, status: 200, code: null, startedAt: at(30), durationMs: 10, waitMs: 0 },
    ];
    const paged = span('a', 0, 100, { attempts });
    const [row] = waterfallRows([paged], START);
    expect(row?.stretches.map(({ kind }) => kind)).toEqual(['work', 'failed-try', 'work', 'work']);
    expect(requestsOf(paged)).toEqual({ pages: 3, retries: 1 });
    expect(requestsOf(span('b', 0, 1))).toEqual({ pages: null, retries: 0 });
  });

  it('shows a block that waits as a wait, and shortens its time', () => {
    const spans = [
      span('a', 0, 100),
      span('approval', 100, 3_600_000, { type: 'wait' }),
      span('b', 3_600_100, 100),
    ];
    const rows = waterfallRows(spans, START);
    expect(rows.map(({ stretches }) => stretches[0]?.kind)).toEqual(['work', 'wait', 'work']);
    const { gaps } = axisOf(spans, { startedAtMs: START, totalMs: 3_600_200 });
    expect(gaps.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([[100, 3_600_100]]);
  });

  it('shows a container and an iteration as waiting while what is in them waits', () => {
    const children = [
      inside('before', 0, 0),
      inside('approval', 0, 5, { type: 'wait', durationMs: 19_900, endTime: at(19_905) }),
      inside('after', 0, 19_905),
    ];
    const rows = waterfallRows([span('each', 0, 19_912, { type: 'loop', children })], START);
    const waited = [
      { kind: 'work', fromMs: 0, toMs: 5 },
      { kind: 'wait', fromMs: 5, toMs: 19_905 },
    ];
    expect(rows[0]?.stretches).toEqual([...waited, { kind: 'work', fromMs: 19_905, toMs: 19_912 }]);
    expect(rows[1]?.stretches).toEqual([...waited, { kind: 'work', fromMs: 19_905, toMs: 19_910 }]);
  });

  it('shows the wait of a run that was stopped', () => {
    const spans = [span('start', 0, 1), span('approval', 1, 19_900, { type: 'wait', status: 'cancelled' })];
    expect(waterfallRows(spans, START)[1]?.stretches).toEqual([{ kind: 'wait', fromMs: 1, toMs: 19_901 }]);
  });

  it('has rows for an iteration with very many blocks', () => {
    const children = Array.from({ length: 150_000 }, (_, n) => inside(`m${n}`, 0, n));
    const rows = waterfallRows([span('each', 0, 50, { children })], START);
    expect(rows).toHaveLength(150_002);
    expect(rows[1]).toMatchObject({ durationMs: 150_004 });
  });

  it('draws no bar for a block that was skipped', () => {
    expect(waterfallRows([span('a', 0, 0, { status: 'skipped' })], START)[0]?.stretches).toEqual([]);
  });

  it('lists what ran in a container by iteration, whatever ended first', () => {
    const each = span('each', 0, 50, {
      children: [inside('b', 1, 30), inside('a', 1, 20), inside('b', 0, 40), inside('a', 0, 10)],
    });
    const rows = waterfallRows([each], START);
    expect(rows.map((row) => [row.kind === 'span' ? row.span.name : `#${row.index}`, row.depth])).toEqual([
      ['each', 0],
      ['#0', 1],
      ['a', 2],
      ['b', 2],
      ['#1', 1],
      ['a', 2],
      ['b', 2],
    ]);
    expect(rows[0]).toMatchObject({ iterations: 2 });
    expect(rows[1]).toMatchObject({ durationMs: 35, status: 'success' });
  });

  it('lists the parts of what a block did right below it, without an iteration', () => {
    const part = (name: string, fromMs: number) => span(name, fromMs, 5, { name, parentId: 'agent' });
    const agent = span('agent', 0, 50, {
      children: [part('Step 1', 10), part('weather', 20), part('Step 2', 30)],
    });
    const rows = waterfallRows([agent], START);
    expect(rows.map(({ id, kind, depth }) => [id, kind, depth])).toEqual([
      ['agent', 'span', 0],
      ['Step 1', 'span', 1],
      ['weather', 'span', 1],
      ['Step 2', 'span', 1],
    ]);
    expect(rows[0]).toMatchObject({ iterations: 0 });
  });

  it('shows nothing of a container that is closed', () => {
    const each = span('each', 0, 50, { children: [inside('a', 0, 10), inside('a', 1, 20)] });
    const rows = waterfallRows([each], START, () => false);
    expect(rows.map(({ id, open }) => [id, open])).toEqual([['each', false]]);
  });

  it('of many iterations shows at first the one that failed', () => {
    const children = Array.from({ length: 1_000 }, (_, n) => [inside('a', n, n), inside('b', n, n)]).flat();
    children[1_501] = inside('b', 750, 760, { status: 'error' });
    const spans = [span('each', 0, 50, { children, status: 'error' })];
    const open = openAtFirst(spans);
    expect([...open]).toEqual(['each', 'each #750']);
    const rows = waterfallRows(spans, START, (id) => open.has(id));
    expect(rows).toHaveLength(1 + 1_000 + 2);
    expect(rows.filter(({ status }) => status === 'error').map(({ id }) => id)).toEqual([
      'each',
      'each #750',
      'b@each:750',
    ]);
  });

  it('knows which rows are around a span', () => {
    expect(rowsAround(span('a', 0, 1))).toEqual([]);
    expect(rowsAround(inside('a', 3, 1))).toEqual(['each', 'each #3']);
    const deep = span('b@each:3/inner:1', 0, 1, { parentId: 'inner@each:3', iteration: 1 });
    expect(rowsAround(deep)).toEqual(['each', 'each #3', 'inner@each:3', 'inner@each:3 #1']);
  });
});
