import { useMutation } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { runMockedEndpoint } from '@/lib/services/mock/endpoints';
import type { MockSource } from './mock-words';
import type { RunInput } from './run-controller';

/** Runs the saved draft on recorded answers. `flush`: saves pending edits; false if some could not be saved. */
export function useMockRun(workflowId: string, flush: () => Promise<boolean>) {
  return useMutation({
    mutationFn: async ({ input, source }: { input: RunInput; source: MockSource }) => {
      if (!(await flush()))
        throw new Error('The latest changes are not saved, so it was not run. Try again.');
      const body = { input, ...source };
      return (await client.call(runMockedEndpoint, { params: { id: workflowId }, body })).data;
    },
    meta: { quiet: true },
  });
}
