import { describe, expect, it } from 'vitest';
import { moved, msAt, placed, shareAt, timeAxis, WHOLE_VIEW, zoomed } from './time-axis';

describe('the time of a run as an axis', () => {
  it('is even while nothing waits for long', () => {
    const axis = timeAxis(100, [{ fromMs: 0, toMs: 100 }]);
    expect(axis.gaps).toEqual([]);
    expect([0, 25, 100].map((ms) => shareAt(axis, ms))).toEqual([0, 0.25, 1]);
    expect(msAt(axis, 0.5)).toBe(50);
  });

  it('shortens a long wait, so that what works stays readable', () => {
    const hour = 3_600_000;
    const axis = timeAxis(hour + 200, [
      { fromMs: 0, toMs: 100 },
      { fromMs: hour + 100, toMs: hour + 200 },
    ]);
    expect(axis.gaps).toHaveLength(1);
    expect(axis.gaps[0]).toMatchObject({ fromMs: 100, toMs: hour + 100 });
    expect(shareAt(axis, 100)).toBeGreaterThan(0.4);
    expect(shareAt(axis, hour + 100)).toBeLessThan(0.6);
    expect(msAt(axis, shareAt(axis, hour + 150))).toBeCloseTo(hour + 150, 3);
  });

  it('keeps the beginning and the end of waits that follow one another', () => {
    const axis = timeAxis(30_000, [{ fromMs: 10_000, toMs: 10_100 }]);
    expect(axis.gaps.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
      [0, 10_000],
      [10_100, 30_000],
    ]);
    expect(shareAt(axis, 30_000)).toBeCloseTo(1);
  });

  it('zooms around a place, and never shows what is beyond its ends', () => {
    expect(zoomed(WHOLE_VIEW, 2, 0.25)).toEqual({ from: 0.125, to: 0.625 });
    expect(zoomed({ from: 0, to: 0.5 }, 2, 0)).toEqual({ from: 0, to: 0.25 });
    expect(zoomed({ from: 0.4, to: 0.6 }, 0.1)).toEqual(WHOLE_VIEW);
    expect(moved({ from: 0.5, to: 1 }, 0.5)).toEqual({ from: 0.5, to: 1 });
    expect(moved({ from: 0.5, to: 1 }, -0.5)).toEqual({ from: 0.25, to: 0.75 });
    const deepest = Array.from({ length: 40 }).reduce<typeof WHOLE_VIEW>(
      (view) => zoomed(view, 2),
      WHOLE_VIEW,
    );
    expect(deepest.to - deepest.from).toBeGreaterThan(0);
  });

  it('places what is in sight, an instant visibly and inside', () => {
    const axis = timeAxis(100, [{ fromMs: 0, toMs: 100 }]);
    expect(placed(axis, WHOLE_VIEW, { fromMs: 50, toMs: 100 })).toEqual({
      leftPercent: 50,
      widthPercent: 50,
    });
    const end = placed(axis, WHOLE_VIEW, { fromMs: 100, toMs: 100 });
    expect(end?.widthPercent).toBeGreaterThan(0);
    expect((end?.leftPercent ?? 0) + (end?.widthPercent ?? 0)).toBeLessThanOrEqual(100);
    const view = { from: 0.5, to: 1 };
    expect(placed(axis, view, { fromMs: 0, toMs: 75 })).toEqual({ leftPercent: 0, widthPercent: 50 });
    expect(placed(axis, view, { fromMs: 0, toMs: 40 })).toBeNull();
  });
});
