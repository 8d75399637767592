import { expect, test } from 'vitest';
import { headerText, quotedName, quotedPlainName } from './mail-text';

test('a name is quoted, on one line, and cut', () => {
  expect(quotedName('Orders fail')).toBe('"Orders fail"');
  expect(quotedName('a\r\nBcc: x@example.com')).toBe('"a Bcc: x@example.com"');
  expect(quotedName('say "hi"')).toBe(`"say 'hi'"`);
  expect(quotedName('\u202Egnp.exe')).toBe('"gnp.exe"');
  expect(quotedName('x'.repeat(61))).toBe(`"${'x'.repeat(59)}…"`);
  expect(quotedName('😀'.repeat(60))).toBe(`"${'😀'.repeat(60)}"`);
});

test('for strangers nothing of a name can be taken for an address', () => {
  expect(quotedPlainName('Win $1000: https://evil.example/x')).toBe('"Win 1000 https evil example x"');
  expect(quotedPlainName('mail a@evil.example')).toBe('"mail a evil example"');
  expect(quotedPlainName("Zoë's Größe & Co-op")).toBe(`"Zoë's Größe & Co-op"`);
});

test('a header has one line and no encoded words', () => {
  expect(headerText('Alert: =?utf-8?B?SGk=?=\r\nBcc: x')).toBe('Alert: = ?utf-8?B?SGk= ?= Bcc: x');
});
