import { expect, it } from 'vitest';
import { scopesToSend } from './scopes';

it.each([
  ['', ''],
  [' read  write ', 'read write'],
  ['read\nwrite\r\n', 'read write'],
  ['read,write', 'read,write'],
  ['read, write ,\n admin,', 'read,write,admin'],
])('%j is sent as %j', (written, sent) => {
  expect(scopesToSend(written)).toBe(sent);
});
