import { afterEach, expect, test, vi } from 'vitest';
import { randomUuid } from './random-uuid';

afterEach(() => void vi.unstubAllGlobals());

test('an origin without TLS, whose crypto makes no UUIDs, has ids all the same', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 100 }, randomUuid);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
