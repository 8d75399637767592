import { expect, test } from 'vitest';
import { signInErrorWords } from './sign-in-with-password';

test('text that a link carries is never shown as ours', () => {
  expect(signInErrorWords('Your account is locked, call 555')).toBe('Couldn’t sign in. Try again.');
  expect(signInErrorWords('constructor')).toBe('Couldn’t sign in. Try again.');
  expect(signInErrorWords('CredentialsSignin')).toBe('Wrong e-mail or password.');
  expect(signInErrorWords(null)).toBeNull();
});
