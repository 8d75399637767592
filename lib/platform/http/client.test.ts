import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type LoopbackHttpServer, startHttpServer } from '../outbound-http/testing/loopback-server';
import { ExactNumber } from '../text/exact-number';
import { ApiError, createClient, UnreachableError } from './client';
import { defineEndpoint } from './endpoint';

const createThing = defineEndpoint({
  id: 'createThing',
  method: 'POST',
  path: '/things',
  summary: 'Make a thing',
  tag: 'Things',
  auth: 'session',
  body: z.strictObject({ name: z.string() }),
  response: z.object({ n: z.number() }),
});

let server: LoopbackHttpServer;
let status: number;
beforeEach(async () => {
  status = 200;
  server = await startHttpServer(({ body }, response, index) => {
    response.statusCode = body.includes('bad') ? 500 : status;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ n: index }));
  });
});
afterEach(() => server.close());

test('the same change asked for twice at once is made once', async () => {
  const client = createClient({ baseUrl: server.origin, sharesChanges: true });
  const make = (name: string) => client.call(createThing, { body: { name } });
  expect(await Promise.all([make('a'), make('a')])).toEqual([{ n: 0 }, { n: 0 }]);
  const others = await Promise.all([make('b'), make('c')]);
  expect(others.map(({ n }) => n).toSorted()).toEqual([1, 2]);
  expect(await make('a')).toEqual({ n: 3 });
});

test('changes that differ in the last digit of a long number are two', async () => {
  const client = createClient({ baseUrl: server.origin, sharesChanges: true });
  const numbered = { ...createThing, body: z.object({ name: z.unknown() }) };
  const make = (digits: string) => client.call(numbered, { body: { name: new ExactNumber(digits) } });
  await Promise.all([make('9007199254740992'), make('9007199254740993')]);
  expect(server.received.map(({ body }) => body).toSorted()).toEqual([
    '{"name":9007199254740992}',
    '{"name":9007199254740993}',
  ]);
});

test('a failure reaches everybody who asked, and is not kept', async () => {
  const client = createClient({ baseUrl: server.origin, sharesChanges: true });
  const make = () => client.call(createThing, { body: { name: 'bad' } });
  const both = await Promise.allSettled([make(), make()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(make()).rejects.toBeInstanceOf(ApiError);
  expect(server.received).toHaveLength(2);
});

test('programs make each change they ask for', async () => {
  const client = createClient({ baseUrl: server.origin });
  const make = () => client.call(createThing, { body: { name: 'a' } });
  await Promise.all([make(), make()]);
  expect(server.received).toHaveLength(2);
});

test('a call with an expired session waits until somebody signs in, and is then repeated', async () => {
  const client = createClient({ baseUrl: server.origin });
  let signIn = () => {};
  const signedIn = new Promise<void>((resolve) => {
    signIn = resolve;
  });
  const stop = client.onSignedOut(() => signedIn);
  status = 401;
  const calls = ['a', 'b'].map((name) => client.call(createThing, { body: { name } }));
  await expect.poll(() => server.received.length).toBe(2);
  status = 200;
  signIn();
  expect((await Promise.all(calls)).map(({ n }) => n).toSorted()).toEqual([2, 3]);
  const sent = server.received.slice(2).map(({ body }) => body.toString());
  expect(sent.toSorted()).toEqual(['{"name":"a"}', '{"name":"b"}']);

  stop();
  status = 401;
  await expect(client.call(createThing, { body: { name: 'c' } })).rejects.toMatchObject({ status: 401 });
});

test.each([
  ['a request that gets no response', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'a response that breaks off',
    async () =>
      new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })),
  ],
])('%s is told as a server that can’t be reached', async (_, fetch) => {
  const client = createClient({ fetch });
  await expect(client.call(createThing, { body: { name: 'a' } })).rejects.toBeInstanceOf(UnreachableError);
});

test('a fault of the program is no fault of the network', async () => {
  const client = createClient({ baseUrl: server.origin });
  const broken = {
    get name(): string {
      throw new TypeError('x is not a function');
    },
  };
  const making = client.call(createThing, { body: broken });
  await expect(making).rejects.toThrow(new TypeError('x is not a function'));
  expect(server.received).toHaveLength(0);
});
