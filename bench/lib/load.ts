import { percentile } from './percentiles';

/** A closed-loop measurement: each caller has one call in flight. */
export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  failed: number;
}

/** Calls `once` from parallel `callers` for `durationMs`, after an uncounted warm-up of a tenth of it. */
export async function load(
  callers: number,
  durationMs: number,
  once: () => Promise<boolean>,
): Promise<LoadResult> {
  const latencies: number[] = [];
  let failed = 0;
  const startedAt = performance.now();
  const countFrom = startedAt + durationMs / 10;
  const endAt = startedAt + durationMs;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let now = performance.now(); now < endAt; ) {
        const ok = await once();
        const after = performance.now();
        if (now >= countFrom) {
          latencies.push(after - now);
          if (!ok) failed += 1;
        }
        now = after;
      }
    }),
  );
  return {
    perSecond: latencies.length / ((performance.now() - countFrom) / 1000),
    p50Ms: percentile(latencies, 0.5),
    p95Ms: percentile(latencies, 0.95),
    p99Ms: percentile(latencies, 0.99),
    failed,
  };
}

export function printRow(name: string, callers: number, result: LoadResult, ratio?: number): void {
  const cells = [
    name.padEnd(46),
    String(callers).padStart(7),
    result.perSecond.toFixed(0).padStart(9),
    result.p50Ms.toFixed(2).padStart(8),
    result.p95Ms.toFixed(2).padStart(8),
    result.p99Ms.toFixed(2).padStart(8),
    (ratio === undefined ? '' : `${(ratio * 100).toFixed(0)} %`).padStart(9),
  ];
  console.log(cells.join(' ') + (result.failed > 0 ? `  FAILED: ${result.failed}` : ''));
}

export function printHead(ratioName: string): void {
  console.log(
    `${'what'.padEnd(46)} ${'callers'.padStart(7)} ${'/s'.padStart(9)} ${'p50 ms'.padStart(8)} ` +
      `${'p95 ms'.padStart(8)} ${'p99 ms'.padStart(8)} ${ratioName.padStart(9)}`,
  );
}
