import { expect, test } from 'vitest';
import {
  answered,
  arrived,
  canSend,
  EMPTY_CHAT,
  failed,
  following,
  loaded,
  parked,
  sent,
  withdrawn,
} from './chat-state';

const asked = sent(EMPTY_CHAT, 'Hi');

test('an answer grows, then stands among the messages and is announced', () => {
  const half = arrived(asked, 'Hel');
  expect(half.progress).toEqual({ kind: 'answering', text: 'Hel' });
  expect(canSend(half)).toBe(false);
  const done = answered(half, 'Hello.');
  expect(done.turns).toEqual([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello.' },
  ]);
  expect(done.announced).toBe('Hello.');
  expect(canSend(done)).toBe(true);
});

test('a message that is sent again stands there once, another one behind it', () => {
  const refused = failed(asked, 'No.', 'Hi');
  expect(sent(refused, 'Hi').turns).toHaveLength(1);
  expect(sent(refused, 'Hi again').turns).toHaveLength(2);
  expect(sent(answered(asked, 'Hello.'), 'Hi').turns).toHaveLength(3);
});

test('what had arrived stays while the run goes on', () => {
  const stopped = following(arrived(asked, 'Hel'), 'stopped');
  expect(stopped.progress).toEqual({ kind: 'following', text: 'Hel', why: 'stopped' });
  expect(canSend(stopped)).toBe(false);
  expect(canSend(parked(asked))).toBe(true);
  expect(arrived(stopped, 'Hello').progress).toEqual(stopped.progress);
});

test('a conversation that ends with a question was not answered', () => {
  expect(loaded(EMPTY_CHAT, asked.turns).progress).toMatchObject({ kind: 'failed', message: 'Hi' });
  expect(loaded(EMPTY_CHAT, answered(asked, 'Hello.').turns).progress).toEqual({ kind: 'idle' });
  expect(loaded(EMPTY_CHAT, []).progress).toEqual({ kind: 'idle' });
});

test('a message that nobody took goes', () => {
  expect(withdrawn(asked)).toMatchObject({ turns: [], progress: { kind: 'idle' } });
});
