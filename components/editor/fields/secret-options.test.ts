import { expect, test } from 'vitest';
import { secretOptions } from './secret-options';

const VARIABLES = ['HOOK_SECRET', 'PAY_KEY', 'SECRET_OF_CHAT'];

test.each([
  ['', ['{{HOOK_SECRET}}', '{{PAY_KEY}}', '{{SECRET_OF_CHAT}}']],
  ['{{se', ['{{HOOK_SECRET}}', '{{SECRET_OF_CHAT}}']],
  ['pay', ['{{PAY_KEY}}']],
  ['{{PAY_KEY}}', []],
  ['nothing like it', []],
])('to the secret %j are offered %j', (text, options) => {
  expect(secretOptions(VARIABLES, text)).toEqual(options);
});

test('of very many variables some are offered', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `NAME_${index}`);
  expect(secretOptions(many, '')).toHaveLength(50);
});
