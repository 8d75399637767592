import { expect, test } from 'vitest';
import { plainLetters } from './plain-letters';

test.each([
  ['Ünïcödé', 'unicode'],
  ['U\u0308nicode', 'unicode'],
  ['ＡＰＩ', 'api'],
  ['Café №5', 'cafe no5'],
  ['確認', '確認'],
])('%s is found by %s', (text, plain) => expect(plainLetters(text)).toBe(plain));
