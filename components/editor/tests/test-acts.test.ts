import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { RunTest } from '@/lib/services/run-tests/schema';
import { testsKey } from '../../run-tests/test-queries';

afterEach(() => vi.unstubAllGlobals());

test('a refused change reads the list again, because somebody else may have changed it', async () => {
  const problem = { status: 409, code: 'conflict', detail: 'Somebody else changed this test.' };
  vi.stubGlobal('fetch', async () => Response.json(problem, { status: 409 }));
  // The client keeps the `fetch` that there is when it is loaded.
  vi.resetModules();
  const { testActs } = await import('./test-acts');
  const queryClient = new QueryClient();
  queryClient.setQueryData(testsKey('w1'), { data: [] });
  const acts = testActs(queryClient, 'w1');
  await expect(acts.rename({ id: 't1', revision: 1 } as RunTest, 'Other')).rejects.toThrow('Somebody else');
  expect(queryClient.getQueryState(testsKey('w1'))?.isInvalidated).toBe(true);
});
