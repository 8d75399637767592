import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../percentiles';
import type { Attack, Finding } from './attack';
import type { Target } from './target';

const MB = 1024 * 1024;
const HOLD_MS = 20_000;
/** What is promised to others meanwhile. */
const RUN_P99_MS = 250;
const PAUSE_MS = 50;

/** A live webhook and a workflow that is run beside it. */
async function victims({ holder }: Target): Promise<{ hookPath: string; workflowId: string }> {
  const position = { x: 0, y: 0 };
  const hook = { id: 'hook', type: 'webhook-trigger', name: 'hook', position, config: {} };
  const start = { id: 's', type: 'start', name: 'start', position };
  const end = { id: 'r', type: 'response', name: 'r', position, config: { body: 'done' } };
  const id = await holder.createWorkflow('received', {
    blocks: { hook, r: end },
    edges: [{ id: 'e', source: 'hook', target: 'r' }],
  });
  await holder.call('POST', `/api/v1/workflows/${id}/publish`, {});
  const { body } = await holder.call<{ data: { url: string } }>('PUT', `/api/v1/workflows/${id}/hooks/hook`);
  const workflowId = await holder.createWorkflow('neighbour', {
    blocks: { s: start, r: end },
    edges: [{ id: 'e', source: 's', target: 'r' }],
  });
  return { hookPath: new URL(body.data.url).pathname, workflowId };
}

/** Runs another workflow again and again while `work` goes on. @returns what was wrong with that */
async function besideRuns({ holder }: Target, workflowId: string, work: Promise<unknown>): Promise<string[]> {
  const latencies: number[] = [];
  const failed: number[] = [];
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const beganAtMs = performance.now();
    const { status } = await holder.call('POST', `/api/v1/workflows/${workflowId}/executions`, { input: {} });
    latencies.push(performance.now() - beganAtMs);
    if (status !== 200) failed.push(status);
    await sleep(PAUSE_MS);
  }
  const p99 = Math.round(percentile(latencies, 0.99));
  console.log(
    `    ${latencies.length} runs beside it: p50 ${Math.round(percentile(latencies, 0.5))} p99 ${p99} ms`,
  );
  return [
    ...(p99 > RUN_P99_MS ? [`a simple run’s p99 is ${p99} ms`] : []),
    ...(failed.length > 0 ? [`${failed.length} simple runs failed (${failed[0]})`] : []),
  ];
}

/** One body of `bytes`, of which `sent` are sent. @returns the status, or how it ended */
async function post(
  port: number,
  path: string,
  { bytes, sent }: { bytes: number; sent: Buffer },
): Promise<string> {
  const socket: Socket = connect({ port, host: '127.0.0.1' });
  let heard = '';
  socket.on('error', () => undefined);
  socket.setEncoding('latin1').on('data', (text) => (heard += text));
  await once(socket, 'connect').catch(() => undefined);
  const head = [`POST ${path} HTTP/1.1`, 'host: localhost', 'content-type: application/json'];
  socket.write(`${[...head, 'connection: close', `content-length: ${bytes}`].join('\r\n')}\r\n\r\n`);
  socket.write(sent);
  await Promise.race([once(socket, 'close').catch(() => undefined), sleep(HOLD_MS)]);
  socket.destroy();
  return /^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 'no answer';
}

function bodies(name: string, count: number, body: { bytes: number; sent: Buffer }): Attack {
  return {
    name,
    run: async (target): Promise<Finding> => {
      const { hookPath, workflowId } = await victims(target);
      const sending = Promise.all(Array.from({ length: count }, () => post(target.port, hookPath, body)));
      const wrong = await besideRuns(target, workflowId, sending);
      return { answers: await sending, wrong };
    },
  };
}

const json = (bytes: number): Buffer => Buffer.from(`"${'x'.repeat(bytes - 2)}"`);

export const BODIES: readonly Attack[] = [
  bodies('250 webhooks of 9.9 of 10 MB', 250, { bytes: 10 * MB, sent: json(9.9 * MB) }),
  bodies('200 webhooks of 10 MB at once', 200, { bytes: 10 * MB, sent: json(10 * MB) }),
];
