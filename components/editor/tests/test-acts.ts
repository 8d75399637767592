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

/**
 * The changes of tests; each updates the list as soon as the server has responded, also where it refuses:
 * then somebody else may have changed them.
 */
export function testActs(queryClient: QueryClient, workflowId: string) {
  const read = () => queryClient.invalidateQueries({ queryKey: testsKey(workflowId) });
  const paramsOf = (testId: string) => ({ id: workflowId, testId });
  const thenRead = async (change: Promise<unknown>): Promise<void> => {
    await change.catch((cause: unknown) => {
      void read();
      throw cause;
    });
    await read();
  };
  const change = ({ id, revision }: RunTest, body: { name?: string; rules?: ExpectationRule[] }) =>
    thenRead(client.call(updateRunTestEndpoint, { params: paramsOf(id), body: { ...body, revision } }));
  return {
    rename: (test: RunTest, name: string) => change(test, { name }),
    setRules: (test: RunTest, rules: ExpectationRule[]) => change(test, { rules }),
    accept: ({ id }: RunTest) =>
      thenRead(client.call(acceptResultEndpoint, { params: paramsOf(id), body: { version: 'draft' } })),
    remove: ({ id }: RunTest) => thenRead(client.call(deleteRunTestEndpoint, { params: paramsOf(id) })),
  };
}
export type TestActs = ReturnType<typeof testActs>;
