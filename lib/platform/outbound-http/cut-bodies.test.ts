import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { startHttpServer } from './testing/loopback-server';
import { createTestBed } from './testing/outbound-test-client';

const bed = createTestBed();
afterEach(() => bed.closeAll());

/** Watches a body until a piece of it ends with `mark`. */
const until = (mark: string) => () => {
  let text = '';
  return (chunk: Uint8Array) => {
    text += Buffer.from(chunk).toString('latin1');
    return text.includes(mark);
  };
};

it('a body that goes on is read as far as it is needed, and the server learns that it is closed', async () => {
  let closed: Promise<unknown> | undefined;
  const server = await bed.serve(
    startHttpServer((_, response) => {
      closed = once(response, 'close');
      response.write('one END and more');
    }),
  );
  const { client } = bed.open();
  const result = await client.request(
    { method: 'GET', url: server.origin, headers: [], body: null },
    { onResponse: until('END') },
  );
  expect(result).toMatchObject({ error: null, response: { status: 200 } });
  expect(result.response?.body.toString()).toBe('one END and more');
  await closed;
});

it('the same goes for a compressed one', async () => {
  const server = await bed.serve(
    startHttpServer((_, response) => {
      response.setHeader('content-encoding', 'gzip');
      const member = gzipSync('one END');
      // Without its last bytes, the body could still go on.
      response.write(member.subarray(0, member.length - 4));
    }),
  );
  const { client } = bed.open();
  const result = await client.request(
    { method: 'GET', url: server.origin, headers: [], body: null },
    { onResponse: until('END') },
  );
  expect(result.response?.body.toString()).toBe('one END');
});

it('a stream whose head is enough is not waited for', async () => {
  const server = await bed.serve(startHttpServer((_, response) => response.flushHeaders()));
  const { client } = bed.open();
  const result = await client.request(
    { method: 'GET', url: server.origin, headers: [], body: null },
    { onResponse: () => 'headAlone' },
  );
  expect(result).toMatchObject({ error: null, response: { status: 200 } });
  expect(result.response?.body.length).toBe(0);
});

it('a body that ends by itself leaves its connection to the next request', async () => {
  const server = await bed.serve(startHttpServer((_, response) => response.end('END rest')));
  const { client } = bed.open();
  const ask = () =>
    client.request(
      { method: 'GET', url: server.origin, headers: [], body: null },
      { onResponse: until('END') },
    );
  for (let asked = 0; asked < 5; asked += 1) await ask();
  expect(server.received).toHaveLength(5);
  // A request that follows at once gets another connection.
  expect(server.connections()).toBeLessThanOrEqual(2);
});
