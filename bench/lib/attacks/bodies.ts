import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyHolder } from '../../../e2e/fixtures/api';
import type { Attack, Finding } from './attack';
import { besideRuns } from './beside-runs';

const MB = 1024 * 1024;
const HOLD_MS = 20_000;

/** The path of a live webhook of this account. */
export async function makeHook(holder: KeyHolder): Promise<string> {
  const position = { x: 0, y: 0 };
  const id = await holder.createWorkflow('received', {
    blocks: {
      hook: { id: 'hook', type: 'webhook-trigger', name: 'hook', position, config: {} },
      r: { id: 'r', type: 'response', name: 'r', position, config: { body: 'done' } },
    },
    edges: [{ id: 'e', source: 'hook', target: 'r' }],
  });
  await holder.call('POST', `/api/v1/workflows/${id}/publish`, {});
  const { body } = await holder.call<{ data: { url: string } }>('PUT', `/api/v1/workflows/${id}/hooks/hook`);
  return new URL(body.data.url).pathname;
}

/** One body of `bytes`, of which `sent` are sent. @returns the status, or how it ended */
export async function post(
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
      const hookPath = await makeHook(target.holder);
      const sending = Promise.all(Array.from({ length: count }, () => post(target.port, hookPath, body)));
      const wrong = await besideRuns(target, sending);
      return { answers: await sending, wrong };
    },
  };
}

export const json = (bytes: number): Buffer => Buffer.from(`"${'x'.repeat(bytes - 2)}"`);

export const BODIES: readonly Attack[] = [
  bodies('250 webhooks of 9.9 of 10 MB', 250, { bytes: 10 * MB, sent: json(9.9 * MB) }),
  bodies('200 webhooks of 10 MB at once', 200, { bytes: 10 * MB, sent: json(10 * MB) }),
];
