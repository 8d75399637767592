import { expect, it } from 'vitest';
import { z } from 'zod';
import { countTurns } from '../testing/count-turns';
import { handle, type Policy, type RawRequest } from './handle';
import type { Operation } from './operation';

const policy: Policy = {
  authenticate: async () => null,
  countCall: async () => null,
  requireScope: () => undefined,
  payersOf: () => [],
};

/** Returns the turns of the event loop that others have before the verb gets a body. */
async function turnsBefore(body: string): Promise<number> {
  let before = -1;
  const turns = countTurns();
  const operation: Operation = {
    endpoint: {
      id: 'save',
      method: 'POST',
      path: '/save',
      summary: '',
      tag: '',
      auth: 'nobody',
      body: z.string(),
    },
    run: async (_, { body: received }) => {
      before = turns.count;
      return { length: String(received).length };
    },
  };
  const request: RawRequest = {
    method: 'POST',
    requestId: 'r',
    traceId: 't',
    signal: new AbortController().signal,
    header: (name) => (name === 'content-type' ? 'application/json' : undefined),
    remoteAddress: '127.0.0.1',
    params: {},
    search: new URLSearchParams(),
    readBody: async () => Buffer.from(body),
    whenAnswered: () => {},
  };
  const answer = await handle(operation, request, policy);
  turns.stop();
  expect(JSON.parse(String(answer.body))).toEqual({ length: body.length - 2 });
  return before;
}

it('reads, parses and validates a large body in turns of its own', async () => {
  expect(await turnsBefore(JSON.stringify('x'.repeat(1_000)))).toBe(0);
  expect(await turnsBefore(JSON.stringify('x'.repeat(200_000)))).toBe(3);
});

it('tells a key that an operation is for sessions, why, and what keys may call instead', async () => {
  const refusalOf = async (key: string | undefined, sessionOnly?: Operation['endpoint']['sessionOnly']) => {
    const operation: Operation = {
      endpoint: { ...SEEN, ...(sessionOnly && { sessionOnly }) },
      run: async () => undefined,
    };
    const header = (name: string) => (name === 'x-api-key' ? key : undefined);
    const { status, body } = await handle(operation, { ...ASKED, header }, policy);
    return [status, JSON.parse(String(body)).detail];
  };
  expect(await refusalOf(undefined)).toEqual([401, 'Sign in first.']);
  const general = 'This operation is for a signed-in person’s session, and no API key can call it.';
  expect(await refusalOf('k')).toEqual([
    401,
    `${general} The operations for keys are in /api/v1/openapi.json.`,
  ]);
  const near = { why: 'It changes your password.', instead: 'A key may call GET /api/v1/workspaces.' };
  expect(await refusalOf('k', near)).toEqual([401, `${general} ${near.why} ${near.instead}`]);
});

const SEEN = { id: 'see', method: 'GET', path: '/see', summary: '', tag: '', auth: 'session' } as const;
const ASKED: RawRequest = {
  method: 'GET',
  requestId: 'r',
  traceId: 't',
  signal: new AbortController().signal,
  header: () => undefined,
  remoteAddress: '127.0.0.1',
  params: {},
  search: new URLSearchParams(),
  readBody: async () => Buffer.alloc(0),
  whenAnswered: () => {},
};
