import { describe, expect, test } from 'vitest';
import { AnswerRoom, answerRoom, type Release, roomForAnswer } from './answer-room';

const never = new AbortController().signal;
const LIMITS = { bytes: 100, ownBytes: 60, maxWaiting: 2, maxWaitMs: 60_000 };

/** Takes room, and notes when it is there. */
function asked(room: AnswerRoom, owner: string, bytes: number, signal = never) {
  const state: { release: Release | null; error: unknown } = { release: null, error: null };
  const settled = room.take(owner, bytes, signal).then(
    (release) => {
      state.release = release;
    },
    (error) => {
      state.error = error;
    },
  );
  return { state, settled };
}

describe('the room for large responses', () => {
  test('begins them while less than the limit is taken, and others once something is given back', async () => {
    const room = new AnswerRoom(LIMITS);
    const [a, b] = [await room.take('a', 50, never), await room.take('b', 300, never)];
    const waiting = asked(room, 'c', 1);
    expect(room.waiting).toBe(1);
    a();
    expect(room.waiting).toBe(1);
    b();
    await waiting.settled;
    expect(room.takenBytes).toBe(1);
    waiting.state.release?.();
    expect(room.takenBytes).toBe(0);
  });

  test('counts what is given back twice once', async () => {
    const room = new AnswerRoom(LIMITS);
    const [a] = [await room.take('a', 50, never), await room.take('b', 30, never)];
    a();
    a();
    expect(room.takenBytes).toBe(30);
  });

  test('lets one owner have a part of it, and serves the others before its second', async () => {
    const room = new AnswerRoom(LIMITS);
    const first = await room.take('a', 60, never);
    const second = asked(room, 'a', 1);
    const other = await room.take('b', 1, never);
    expect(room.waiting).toBe(1);
    other();
    expect(room.waiting).toBe(1);
    first();
    await second.settled;
    expect(second.state.release).not.toBeNull();
  });

  test('forgets a caller who leaves', async () => {
    const room = new AnswerRoom(LIMITS);
    const first = await room.take('a', 100, never);
    const leaving = new AbortController();
    const left = asked(room, 'a', 1, leaving.signal);
    const stays = asked(room, 'a', 2);
    leaving.abort(new Error('left'));
    await left.settled;
    expect(left.state.error).toMatchObject({ message: 'left' });
    first();
    await stays.settled;
    expect(room.takenBytes).toBe(2);
    await expect(room.take('a', 1, leaving.signal)).rejects.toThrow('left');
  });

  test('refuses those who would wait too long, or behind too many', async () => {
    const refusal = { code: 'unavailable', headers: { 'retry-after': '5' } };
    const impatient = new AnswerRoom({ ...LIMITS, maxWaitMs: 1 });
    await impatient.take('a', 100, never);
    await expect(impatient.take('b', 1, never)).rejects.toMatchObject(refusal);
    expect(impatient.waiting).toBe(0);

    const room = new AnswerRoom(LIMITS);
    const first = await room.take('a', 100, never);
    const waiting = [asked(room, 'b', 1), asked(room, 'c', 1)];
    await expect(room.take('d', 1, never)).rejects.toMatchObject(refusal);
    first();
    await Promise.all(waiting.map(({ settled }) => settled));
    expect(room.takenBytes).toBe(2);
  });
});

describe('the room of a response', () => {
  test('is given back part by part, and the rest at its end, for which it asks once', async () => {
    const ends: Array<() => void> = [];
    const roomFor = roomForAnswer({ signal: never, whenAnswered: (end) => ends.push(end) });
    const first = await roomFor('a', 10);
    await roomFor('a', 20);
    await roomFor('a', 30);
    expect(answerRoom().takenBytes).toBe(60);
    first();
    expect(answerRoom().takenBytes).toBe(50);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(answerRoom().takenBytes).toBe(0);
  });
});
