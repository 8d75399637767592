import { expect, test } from 'vitest';
import { shownPath } from './access-log';

test('a path is shown without its query', () => {
  expect(shownPath('/api/v1/logs?workspaceId=1&search=secret')).toBe('/api/v1/logs');
});

test('ids of things and files of the build are shown', () => {
  const id = '019c1c5e-0b57-7c3a-8d42-5f0d7a3b9c11';
  expect(shownPath(`/api/v1/workflows/${id}/executions`)).toBe(`/api/v1/workflows/${id}/executions`);
  expect(shownPath('/_next/static/chunks/0a1b2c3d4e5f6a7b8c9d0e1f.js')).toBe(
    '/_next/static/chunks/0a1b2c3d4e5f6a7b8c9d0e1f.js',
  );
});

test('what may be a token is not', () => {
  expect(shownPath('/hooks/Jw3dKq7oV1m5yT0sXc8rZA/test')).toBe('/hooks/…/test');
  expect(shownPath(`/reset-password/${'x'.repeat(43)}`)).toBe('/reset-password/…');
  expect(shownPath(`/hooks/${'x'.repeat(40)}.${'y'.repeat(40)}`)).toBe('/hooks/…');
});

test('a path that never ends is cut', () => {
  expect(shownPath(`/${'a/'.repeat(5_000)}`).length).toBeLessThanOrEqual(500);
});
