import { expect, test } from 'vitest';
import type { BlockResult } from './block';
import type {
  BlockNotes,
  KnownServers,
  ServerFailure,
  ServerWaitEnd,
  ServerWaitRequest,
} from './outside-work';
import { rememberedNotes, type Sent, sendWhenAvailable } from './server-wait';

const SERVER = { origin: 'https://api.example.com', perSecond: null };
const FAILURE: ServerFailure = { code: 'HTTP_STATUS', status: 503, retryAfterMs: null, sinceMs: 0 };
const WAITED_SINCE_MS = Date.UTC(2026, 0, 31);
const error = { code: 'HTTP_STATUS', message: 'It returned 503.' };
const failing: Sent = { result: { ok: false, error, output: {}, continuable: false }, server: FAILURE };
const answering: Sent = { result: { ok: true, output: { n: 1 } }, server: 'answered' };
const open = (isProbe = false): ServerWaitEnd => ({ how: 'open', isProbe, startedMs: WAITED_SINCE_MS });

interface Scene {
  isAway?: boolean;
  hasWaited?: boolean;
  /** The results of the sets of attempts, in order. */
  sent: Sent[];
  ends?: ServerWaitEnd[];
}

/** Plays a scene; returns what was asked of the server, in order. */
async function play({ isAway = false, hasWaited = false, sent, ends = [] }: Scene) {
  const [asked, attempts, answered] = [[] as ServerWaitRequest[], [] as string[], [] as string[]];
  const notes: BlockNotes = {
    tryId: 'try',
    read: () => (hasWaited ? true : undefined),
    write: async () => undefined,
  };
  const servers: KnownServers = {
    waitsByDefault: true,
    isAway: () => isAway,
    answered: (origin) => void answered.push(origin),
    wait: async (request) => {
      asked.push(request);
      return ends[asked.length - 1]!;
    },
  };
  const result: BlockResult = await sendWhenAvailable(
    SERVER,
    { servers, notes: rememberedNotes(notes) },
    {
      send: async (many) => {
        attempts.push(many);
        return sent[attempts.length - 1]!;
      },
      refuse: (why) => ({ ok: false, error: why, output: {}, continuable: false }),
    },
  );
  return { result, attempts, answered, failures: asked.map(({ failure }) => failure) };
}

test('a server that answers is not asked about', async () => {
  const { result, attempts, failures, answered } = await play({ sent: [answering] });
  expect([result, attempts, failures]).toEqual([answering.result, ['all'], []]);
  expect(answered).toEqual([SERVER.origin]);
});

test('after its attempts have failed a block waits, and then sends with all of them again', async () => {
  const { result, attempts, failures } = await play({ sent: [failing, answering], ends: [open()] });
  expect(attempts).toEqual(['all', 'all']);
  expect(failures).toEqual([FAILURE]);
  expect(result).toMatchObject({
    ok: true,
    warnings: ['The run waited for api.example.com, which was unavailable, since 2026-01-31T00:00:00.000Z.'],
  });
});

test('a block waits before it sends where the server is away; a probe makes one attempt', async () => {
  const ends = [open(true), open()];
  const { attempts, failures } = await play({ isAway: true, sent: [failing, answering], ends });
  expect(attempts).toEqual(['one', 'all']);
  expect(failures).toEqual([null, FAILURE]);
});

test('a run that is resumed asks before it sends, whatever its process knows', async () => {
  const { attempts, failures } = await play({ hasWaited: true, sent: [answering], ends: [open()] });
  expect([attempts, failures]).toEqual([['all'], [null]]);
});

test('a block that may not wait has the result of its attempts', async () => {
  const refused = await play({ sent: [failing], ends: [{ how: 'refused' }] });
  expect([refused.result, refused.attempts]).toEqual([failing.result, ['all']]);
  const unsent = await play({ isAway: true, sent: [failing], ends: [{ how: 'refused' }] });
  expect([unsent.result, unsent.attempts]).toEqual([failing.result, ['all']]);
});

test('after the longest wait it makes one last attempt, whose result stands', async () => {
  const { result, attempts } = await play({ sent: [failing, failing], ends: [{ how: 'due' }] });
  expect([result, attempts]).toEqual([failing.result, ['all', 'one']]);
});

test('once somebody has ended the wait, or cancelled the run, nothing more is sent', async () => {
  const ended = await play({ isAway: true, sent: [], ends: [{ how: 'ended' }] });
  expect(ended.result).toMatchObject({ ok: false, error: { code: 'SERVER_UNAVAILABLE' } });
  const cancelled = await play({ sent: [failing], ends: [{ how: 'cancelled' }] });
  expect(cancelled.result).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
});

test('a result that says nothing of the server ends the wait without a word about it', async () => {
  const unknown: Sent = { ...failing, server: 'unknown' };
  const { result, answered } = await play({ sent: [unknown] });
  expect([result, answered]).toEqual([unknown.result, []]);
});

test('notes that this try of the run has written are read again', async () => {
  const stored = (name: string) => (name === 'old' ? 1 : undefined);
  const notes = rememberedNotes({ tryId: 't', read: stored, write: async () => undefined });
  await notes.write('new', 2);
  expect([notes.read('old'), notes.read('new'), notes.read('none')]).toEqual([1, 2, undefined]);
});
