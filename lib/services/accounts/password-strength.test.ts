import { expect, test } from 'vitest';
import { repeatsEmail, whyTooWeak } from './password-strength';
import { Password } from './schema';

test.each([
  ['ten blanks', ' '.repeat(10)],
  ['blanks of another kind', '\u3000\u00a0\u2003'.repeat(4)],
  ['a short one between blanks', '   short     '],
  ['one character over and over', 'aaaaaaaaaaaaaaa'],
  ['two in turn', 'abababababab'],
  ['the same digit in two scripts', '１1１1１1１1１1１1'],
  ['digits in order', '1234567890'],
  ['digits downwards', '9876543210'],
  ['letters in order', 'abcdefghijkl'],
  ['a famous one with digits', 'Password123!'],
  ['the first row of the keyboard', 'qwertyuiop'],
  ['nine characters', 'k7#Qp2!xZ'],
  ['five emoji, though they are ten units', '🐎🔋📎🏭🚂'],
])('%s is refused in words', (_, password) => {
  expect(whyTooWeak(password)).toMatch(/^(Use|This) .+\.$/);
  expect(Password.safeParse(password).success).toBe(false);
});

test.each([
  'correct horse',
  'a sentence to remember',
  'k7#Qp2!xZ4',
  'ein längerer Satz',
  '馬は電池を正しく固定する',
])('“%s” is good', (password) => {
  expect(Password.parse(password)).toBe(password);
});

test('a passphrase may be long, but not without end', () => {
  const phrase = (length: number) => 'correct horse battery '.repeat(50).slice(0, length);
  expect(Password.safeParse(phrase(1_000)).success).toBe(true);
  expect(Password.safeParse(phrase(1_001)).success).toBe(false);
});

test('the own e-mail is no password, however it is written', () => {
  expect(repeatsEmail(' Ada.Lovelace@Example.com', 'ada.lovelace@example.com')).toBe(true);
  expect(repeatsEmail('ada.LOVELACE', 'ada.lovelace@example.com')).toBe(true);
  expect(repeatsEmail('ada.lovelace writes', 'ada.lovelace@example.com')).toBe(false);
});
