import type { QueryClient } from '@tanstack/react-query';
import type { ExpectationRule } from '@/lib/core/run-tests/rule';
import { client } from '@/lib/platform/http/client';
import {
  acceptResultEndpoint,
  deleteRunTestEndpoint,
  updateRunTestEndpoint,
} from '@/lib/services/run-tests/endpoints';
import type { RunTest } from '@/lib/services/run-tests/schema';
import { testsKey } from '../../run-tests/test-queries';

/** The changes of tests; each updates the list as soon as the server has responded. */
export function testActs(queryClient: QueryClient, workflowId: string) {
  const read = () => queryClient.invalidateQueries({ queryKey: testsKey(workflowId) });
  const paramsOf = (testId: string) => ({ id: workflowId, testId });
  const change = async (test: RunTest, body: { name?: string; rules?: ExpectationRule[] }) => {
    const { revision } = test;
    await client.call(updateRunTestEndpoint, { params: paramsOf(test.id), body: { ...body, revision } });
    await read();
  };
  return {
    rename: (test: RunTest, name: string) => change(test, { name }),
    setRules: (test: RunTest, rules: ExpectationRule[]) => change(test, { rules }),
    async accept(test: RunTest): Promise<void> {
      await client.call(acceptResultEndpoint, { params: paramsOf(test.id), body: { version: 'draft' } });
      await read();
    },
    async remove(test: RunTest): Promise<void> {
      await client.call(deleteRunTestEndpoint, { params: paramsOf(test.id) });
      await read();
    },
  };
}
export type TestActs = ReturnType<typeof testActs>;
