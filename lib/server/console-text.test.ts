import { expect, test } from 'vitest';
import { toLogLine } from '../log-line';
import { toConsoleText } from './console-text';

test('foreign text can neither begin a line of its own nor move the cursor', () => {
  const forged = toConsoleText(
    'no such user\r\n[audit] owner deleted everything\u001b[2J\u001b]0;title\u0007\u202e',
  );
  expect(
    forged
      .split('\n')
      .slice(1)
      .every((line) => line.startsWith('    ')),
  ).toBe(true);
  expect(forged).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
});

test('what stays of our own text is the same', () => {
  expect(toConsoleText('[worker] took over: 3 requeued\tfrom “elsewhere”')).toBe(
    '[worker] took over: 3 requeued\tfrom “elsewhere”',
  );
});

test('a log line is one line of bounded length', () => {
  expect(toLogLine('a\n[audit] b\u001b[31m')).toBe('a\\u000a[audit] b\\u001b[31m');
  expect(toLogLine('x'.repeat(10_000))).toHaveLength(501);
});
