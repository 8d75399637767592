import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { forkBundled } from '../../testing/fork-bundled';

const SENDERS = 30;
const BODY_BYTES = 9.9 * 1024 * 1024;
const SENT_BYTES = Math.floor(BODY_BYTES) - 1;

interface Report {
  receivedBytes: number;
  residentBytes: number;
  memory: number;
  disk: number;
}

/** Reports the memory that a server holds for thirty bodies that lack their last byte, and its growth. */
async function received(by: 'budget' | 'control'): Promise<Report & { grownBytes: number }> {
  const child = forkBundled(path.join(import.meta.dirname, 'testing/slow-senders-process.ts'), [by]);
  const heard = async <T>() => (await once(child, 'message'))[0] as T;
  const report = (): Promise<Report> => {
    child.send('report');
    return heard<Report>();
  };
  const { port } = await heard<{ port: number }>();
  const before = await report();
  const bytes = Buffer.alloc(SENT_BYTES, 'x');
  const sockets: Socket[] = [];
  try {
    for (let n = 0; n < SENDERS; n += 1) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.write(`POST / HTTP/1.1\r\nhost: here\r\ncontent-length: ${SENT_BYTES + 1}\r\n\r\n`);
      socket.write(bytes);
    }
    let last = before;
    await expect
      .poll(async () => {
        last = await report();
        return last.receivedBytes;
      })
      .toBe(SENDERS * SENT_BYTES);
    return { ...last, grownBytes: last.residentBytes - before.residentBytes };
  } finally {
    for (const socket of sockets) socket.destroy();
    child.disconnect();
  }
}

test('thirty senders of 9.9 MB that never end take a fraction of what they send', async () => {
  const budget = await received('budget');
  const control = await received('control');
  expect(budget.disk).toBe(SENDERS * (SENT_BYTES + 1));
  expect(budget.memory).toBe(SENDERS * 128 * 1024);
  expect(control.grownBytes).toBeGreaterThan(SENDERS * SENT_BYTES * 0.9);
  expect(budget.grownBytes).toBeLessThan(control.grownBytes / 4);
}, 120_000);
