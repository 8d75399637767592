import { expect, test } from 'vitest';
import { cardWords } from './card-words';

test('a refusal begins with its status, any other failure with its words', () => {
  const failure = (message: string) => cardWords({ output: null, error: { code: 'X', message } });
  expect(failure('localhost:4106 returned 503 Service Unavailable. Try again later.')).toBe(
    '503 Service Unavailable. Try again later.',
  );
  expect(failure('The model returned nothing.')).toBe('The model returned nothing.');
});

test('an answered approval says who answered, an output what is in it', () => {
  const words = (output: unknown) => cardWords({ output, error: null });
  const by = { name: 'Ada', email: 'ada@example.com' };
  expect(words({ decision: 'approved', by, data: {} })).toBe('Approved by Ada');
  expect(words({ decision: null, by: null, resumedAt: 'x' })).not.toContain(' by ');
  expect(words({ decision: 'large', by: 'hand' })).not.toContain('Large by');
  expect(words({ greeting: 'Hello' })).toContain('Hello');
});
