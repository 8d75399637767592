import { expect, test } from 'vitest';
import { asSentence } from './sentence';

test('a sentence ends once', () => {
  expect(['status is 9', 'Enter 1 to 9.', 'Really?'].map(asSentence)).toEqual([
    'status is 9.',
    'Enter 1 to 9.',
    'Really?',
  ]);
});
