import { afterEach, describe, expect, test } from 'vitest';
import {
  type Answer,
  type AnsweringServer,
  cutStream,
  event,
  json,
  listOf,
  refusal,
  serverWith,
  stream,
} from '../../testing/test-client';
import { ApiError, ConnectionError, type Millrace } from '../millrace.js';

const STATE = {
  executionId: 'e',
  workflowId: 'w',
  status: 'running',
  startedAt: 't',
  endedAt: null as string | null,
  logId: null as string | null,
  output: null as unknown,
  error: null,
  cancelRequested: false,
  waits: [],
};
const ENDED = { ...STATE, status: 'success', endedAt: 't', logId: 'l', output: { n: 1 } };
const RESULT = { executionId: 'e', logId: 'l', status: 'success', output: { n: 1 }, error: null };
const ACCEPTED = { executionId: 'e', statusUrl: '/api/v1/executions/e' };

let server: AnsweringServer;
afterEach(() => server.close());

async function start(...answers: [Answer, ...Answer[]]): Promise<Millrace['executions']> {
  server = await serverWith(...answers);
  return server.client().executions;
}

const asked = () => server.received.map(({ method, url }) => `${method} ${url}`);

describe('run', () => {
  test('returns the result of the call', async () => {
    const executions = await start(json(RESULT));
    expect(await executions.run('w', { n: 1 }, { version: 3 })).toEqual(RESULT);
    expect(asked()).toEqual(['POST /api/v1/workflows/w/executions?mode=sync&version=3']);
  });

  test('waits for the end of a run that pauses', async () => {
    const down = refusal(503, 'unavailable');
    const executions = await start(json(ACCEPTED, 202), json(STATE), down, json(ENDED));
    expect(await executions.run('w')).toEqual(RESULT);
    expect(asked().slice(1)).toEqual(Array.from({ length: 3 }, () => 'GET /api/v1/executions/e'));
  });

  test('returns a failure', async () => {
    const failed = { ...RESULT, status: 'error', error: { code: 'X', message: 'No.' } };
    const executions = await start(json(failed));
    expect(await executions.run('w')).toEqual(failed);
  });

  test('again, from a log', async () => {
    const executions = await start(json(RESULT));
    expect(await executions.runAgain('l', { version: 'original', from: 'b' })).toEqual(RESULT);
    expect(asked()).toEqual(['POST /api/v1/logs/l/run-again?version=original&from=b']);
  });
});

test('start and startBatch queue', async () => {
  const executions = await start(json(ACCEPTED, 202), json({ data: [ACCEPTED] }, 202));
  expect(await executions.start('w', {}, { tags: ['t'] })).toEqual(ACCEPTED);
  expect(await executions.startBatch('w', [{ n: 1 }], { idempotencyKey: 'k' })).toEqual([ACCEPTED]);
  expect(asked()).toEqual([
    'POST /api/v1/workflows/w/executions?mode=async',
    'POST /api/v1/workflows/w/executions/batch',
  ]);
  expect(server.received[1]).toMatchObject({
    body: '{"inputs":[{"n":1}]}',
    headers: { 'idempotency-key': 'k' },
  });
});

describe('stream', () => {
  const STARTED = { type: 'run-started', executionId: 'e', logId: 'l' };
  const FINISHED = { type: 'run-finished', answer: RESULT };

  test('yields the events up to the end, and asks for them', async () => {
    const executions = await start(stream([event(STARTED), ': still here\n\n', event(FINISHED)]));
    expect(await listOf(executions.stream('w', { n: 1 }))).toEqual([STARTED, FINISHED]);
    expect(server.received[0]?.headers.accept).toBe('text/event-stream');
  });

  test('that breaks is a ConnectionError, and nothing is started again', async () => {
    const { answer, cut } = cutStream([event(STARTED)]);
    const executions = await start(answer, stream([event(STARTED)]));
    const seen: unknown[] = [];
    const read = async () => {
      for await (const one of executions.stream('w')) {
        seen.push(one);
        cut();
      }
    };
    await expect(read()).rejects.toThrow(ConnectionError);
    await expect(read()).rejects.toThrow('ended before the run');
    expect(seen).toEqual([STARTED, STARTED]);
    expect(server.received).toHaveLength(2);
  });

  test('whose reader may read no further is an ApiError', async () => {
    const ended = { type: 'access-ended', code: 'unauthenticated', message: 'The key was revoked.' };
    const executions = await start(stream([event(STARTED), event(ended)]));
    const error = await listOf(executions.stream('w')).catch((e) => e);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 401, code: 'unauthenticated', detail: 'The key was revoked.' });
  });

  test('that is left closes its connection', async () => {
    const executions = await start((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(event(STARTED));
    });
    for await (const one of executions.stream('w')) {
      expect(one).toEqual(STARTED);
      break;
    }
    await expect.poll(() => server.openSockets()).toBe(0);
  });

  test('is refused where something else answers', async () => {
    const executions = await start(json(RESULT));
    await expect(listOf(executions.stream('w'))).rejects.toThrow('not with a stream');
  });
});

describe('follow', () => {
  test('goes on after a break, with the id of the last state', async () => {
    const { answer, cut } = cutStream(['retry: 1000\n\n', event(STATE, 's-1')]);
    const executions = await start(answer, refusal(503, 'unavailable'), stream([event(ENDED, 's-2')]));
    const states: unknown[] = [];
    for await (const state of executions.follow('e')) {
      states.push(state);
      cut();
    }
    expect(states).toEqual([STATE, ENDED]);
    expect(server.received.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 's-1', 's-1']);
  });

  test('connects again where the server ends the stream before the run', async () => {
    const executions = await start(stream([event(STATE, 's-1')]), stream([event(ENDED, 's-2')]));
    expect(await listOf(executions.follow('e'))).toEqual([STATE, ENDED]);
  });

  test('ends with what waiting doesn’t mend', async () => {
    const executions = await start(refusal(404, 'not_found'));
    await expect(listOf(executions.follow('e'))).rejects.toMatchObject({ status: 404 });
    expect(server.received).toHaveLength(1);
  });
});

test('lists, traces and cancels', async () => {
  const executions = await start(
    json({ data: [{ executionId: 'a' }], nextCursor: 'c' }),
    json({ data: [{ executionId: 'b' }], nextCursor: null }),
    json({ data: { traceSpans: [], isShown: true, logId: null } }),
    json(ENDED),
  );
  const all = await listOf(executions.list({ workspaceId: 'w', statuses: ['queued', 'parked'] }));
  expect(all.map(({ executionId }) => executionId)).toEqual(['a', 'b']);
  expect(await executions.trace('e')).toEqual({ traceSpans: [], isShown: true, logId: null });
  expect(await executions.cancel('e')).toEqual(ENDED);
  expect(asked()).toEqual([
    'GET /api/v1/executions?workspaceId=w&statuses=queued%2Cparked',
    'GET /api/v1/executions?workspaceId=w&statuses=queued%2Cparked&cursor=c',
    'GET /api/v1/executions/e/trace',
    'POST /api/v1/executions/e/cancel',
  ]);
});
