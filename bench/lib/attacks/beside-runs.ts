import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../percentiles';
import type { Target } from './target';

/** The promise to other tenants, under any load. */
const RUN_P99_MS = 250;
const PAUSE_MS = 50;

/** Runs a simple workflow of another tenant repeatedly until `work` ends. @returns the failed checks */
export async function besideRuns(target: Target, work: Promise<unknown>): Promise<string[]> {
  const neighbour = await target.makeAccount('neighbour');
  const position = { x: 0, y: 0 };
  const workflowId = await neighbour.createWorkflow('neighbour', {
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position },
      r: { id: 'r', type: 'response', name: 'r', position, config: { body: 'done' } },
    },
    edges: [{ id: 'e', source: 's', target: 'r' }],
  });
  const latencies: number[] = [];
  const failed: number[] = [];
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const beganAtMs = performance.now();
    const { status } = await neighbour.call('POST', `/api/v1/workflows/${workflowId}/executions`, {
      input: {},
    });
    latencies.push(performance.now() - beganAtMs);
    if (status !== 200) failed.push(status);
    await sleep(PAUSE_MS);
  }
  const [p50, p99] = [0.5, 0.99].map((part) => Math.round(percentile(latencies, part)));
  console.log(`    ${latencies.length} runs of another tenant beside it: p50 ${p50} p99 ${p99} ms`);
  return [
    ...(p99! > RUN_P99_MS ? [`another tenant’s simple run has a p99 of ${p99} ms`] : []),
    ...(failed.length > 0 ? [`${failed.length} of its runs failed (${failed[0]})`] : []),
  ];
}
