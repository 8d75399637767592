import { expect, test } from 'vitest';
import { chosenOf, isChosen, toggled } from './choice-words';

const WORDS = ['any', 'GET', 'POST', 'PUT'];
const press = (text: string, word: string) => toggled(chosenOf(text), word, WORDS);

test.each([
  ['POST', 'GET', 'GET, POST'],
  ['GET, POST', 'POST', 'GET'],
  ['post', 'POST', ''],
  ['', 'PUT', 'PUT'],
  ['any', 'GET', 'GET'],
  ['GET, POST', 'any', 'any'],
  ['any', 'any', 'any'],
  ['FETCH POST', 'PUT', 'POST, PUT'],
])('of %j, once %s is pressed, %j is left', (text, word, left) => {
  expect(press(text, word)).toBe(left);
});

test('words are known in any spelling', () => {
  expect(WORDS.filter((word) => isChosen(chosenOf('get,  Put'), word))).toEqual(['GET', 'PUT']);
});
