/**
 * Compares the table of odd responses with this machine's curl: `npx tsx bench/odd-responses.ts`. Reports
 * where that curl, or the client, deviates from the table.
 */
import { execFile } from 'node:child_process';
import { startRawServer } from '../lib/platform/outbound-http/testing/loopback-server';
import { bytesOf, type OddBytes, tell } from '../lib/platform/outbound-http/testing/odd-response';
import { ODD_RESPONSES } from '../lib/platform/outbound-http/testing/odd-responses';
import { createTestClient, get, ONCE } from '../lib/platform/outbound-http/testing/outbound-test-client';

/** Separates the body from the status in curl's output. */
const STATUS_MARK = '\n#status ';
const MAX_SECONDS = 5;

const { client } = createTestClient();
let differences = 0;
for (const [what, bytes, curl, ours = curl] of ODD_RESPONSES) {
  differences += differing(what, 'curl', await readByCurl(bytes), curl);
  differences += differing(what, 'the client', await readByClient(bytes), ours);
}
await client.close();
console.log(`${ODD_RESPONSES.length} responses, ${differences} read otherwise than the table says`);
process.exitCode = differences === 0 ? 0 : 1;

function differing(what: string, reader: string, found: string, expected: string): number {
  if (found === expected) return 0;
  console.log(`${what}: ${reader} reads ${found}, the table has ${expected}`);
  return 1;
}

async function readByCurl(bytes: OddBytes): Promise<string> {
  const server = await startRawServer((socket) => socket.end(bytesOf(bytes)));
  const options = [
    '-s',
    '--compressed',
    '--max-time',
    String(MAX_SECONDS),
    '-w',
    `${STATUS_MARK}%{http_code}`,
  ];
  const { code, printed } = await new Promise<{ code: number; printed: string }>((resolve) => {
    execFile('curl', [...options, server.origin], { encoding: 'latin1' }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), printed: stdout }),
    );
  });
  await server.close();
  const markAt = printed.lastIndexOf(STATUS_MARK);
  const status = printed.slice(markAt + STATUS_MARK.length);
  const words = code === 0 ? JSON.stringify(printed.slice(0, markAt)) : `error ${code}`;
  return status === '000' ? words : `${status} ${words}`;
}

async function readByClient(bytes: OddBytes): Promise<string> {
  const server = await startRawServer((socket) => socket.end(bytesOf(bytes)));
  const found = tell(await client.request(get(server.origin), ONCE));
  await server.close();
  return found;
}
