import { afterEach, describe, expect, test } from 'vitest';
import { startRawServer } from '../../platform/outbound-http/testing/loopback-server';
import { bytesOf } from '../../platform/outbound-http/testing/odd-response';
import { ODD_RESPONSES } from '../../platform/outbound-http/testing/odd-responses';
import { createTestBed } from '../../platform/outbound-http/testing/outbound-test-client';
import { sendOnce } from './exchange';
import { judgeAttempt } from './retry-schedule';

const bed = createTestBed();
afterEach(() => bed.closeAll());

describe('of odd receivers the status line decides', () => {
  test.each(ODD_RESPONSES)('%s', async (_what, bytes, curl, client = curl) => {
    const server = await bed.serve(startRawServer((socket) => socket.end(bytesOf(bytes))));
    const request = { url: server.origin, headers: [], body: '{}' };
    const { response, code } = await sendOnce(bed.open().client, request);
    const [, digits] = /^(\d{3}) /.exec(client) ?? [];
    const status = digits === undefined ? null : Number(digits);
    expect([response?.status ?? null, code]).toEqual([status, codeOf(status, client)]);
    const end = { status, refusedAddress: false, retryAfterMs: null };
    const { kind } = judgeAttempt(end, { number: 1, isExtended: false }, Math.random);
    expect(kind).toBe(expectedEnd(status));
  });
});

const isSuccess = (status: number) => status >= 200 && status < 300;

function codeOf(status: number | null, client: string): string | null {
  if (status === null) return client;
  return isSuccess(status) ? null : 'HTTP_STATUS';
}

/** Whatever is wrong behind it: an event that was acknowledged is never delivered twice. */
function expectedEnd(status: number | null): string {
  if (status === null) return 'retry';
  return isSuccess(status) ? 'acknowledged' : 'failed';
}
