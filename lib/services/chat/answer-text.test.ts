import { expect, test } from 'vitest';
import { ExactNumber } from '../../platform/text/exact-number';
import { answerText, NO_TEXT } from './answer-text';

const RESPONSE = { status: 200, headers: [] };
const ofBlock = (output: unknown, written: string | null = null) =>
  answerText({ output, response: null }, written);

test('the Response answers, with its text as it is and anything else as JSON', () => {
  expect(answerText({ output: 'Hello', response: RESPONSE }, 'written')).toBe('Hello');
  expect(answerText({ output: { said: 'Hi' }, response: RESPONSE }, 'written')).toBe('{"said":"Hi"}');
  expect(answerText({ output: null, response: RESPONSE }, 'written')).toBe('');
});

test('without one, what a model wrote last', () => {
  expect(ofBlock({ result: 'of a Function' }, 'written')).toBe('written');
});

test.each([
  ['a Function', { result: 'Two and two is four.', stdout: 'noise', error: null }, 'Two and two is four.'],
  ['a number', { result: 42, stdout: '', error: null }, '42'],
  ['a long number', { result: new ExactNumber('12345678901234567890') }, '12345678901234567890'],
  ['a text in what a Function gives', { result: { answer: 'Yes', confidence: 0.9 } }, 'Yes'],
  [
    'a text that a server sends',
    { data: { message: 'Done' }, status: 200, headers: {}, error: null },
    'Done',
  ],
])('else the text in the output of the last block: %s', (_, output, text) => {
  expect(ofBlock(output)).toBe(text);
});

test.each([
  ['nothing', null],
  ['no text', { result: { rows: [1, 2] }, stdout: 'noise', error: null }],
  ['an empty text', { result: '  ', error: null }],
  ['what lies deeper', { result: { data: { text: 'deep' } } }],
])('else words for the author, and never JSON: %s', (_, output) => {
  expect(ofBlock(output)).toBe(NO_TEXT);
});
