import { afterEach, expect, test, vi } from 'vitest';
import { jsonLogLine } from './log-line.mjs';

afterEach(() => vi.unstubAllEnvs());

test('a line of the supervisor has the form of the server’s log', () => {
  const line = jsonLogLine('supervisor', 'warn', '· The server stopped');
  expect(JSON.parse(line)).toEqual({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    component: 'supervisor',
    message: 'The server stopped',
  });
});

test('no text can begin a line of its own or move the cursor', () => {
  const line = jsonLogLine('supervisor', 'error', 'failed\r\n{"level":"info"}\u001b[2J\u009b\u2028');
  expect(line.trimEnd()).not.toMatch(/[\p{Cc}\u2028]/u);
  expect(JSON.parse(line).message).toBe('failed\r\n{"level":"info"}\u001b[2J\u009b\u2028');
});

test('LOG_LEVEL holds for it', () => {
  vi.stubEnv('LOG_LEVEL', 'warn');
  expect(jsonLogLine('supervisor', 'info', 'started')).toBe('');
  expect(jsonLogLine('supervisor', 'error', 'failed')).not.toBe('');
});
