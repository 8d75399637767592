import { useMutation } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { sameValueEndpoint } from '@/lib/services/variables/endpoints';

/**
 * Checks whether another variable has the same value. Asks once per value: a person who continues wants a
 * second variable, and a failed check does not stop them.
 */
export function useSameValue(workspaceId: string, value: string) {
  const question = useMutation({
    mutationFn: async (asked: string) => {
      const body = { values: [asked] };
      const { data } = await client.call(sameValueEndpoint, { params: { workspaceId }, body });
      return data[0] ?? null;
    },
    meta: { quiet: true },
  });
  const isAsked = question.variables === value;
  return {
    isAsked,
    isPending: question.isPending,
    /** The other variable; null if none is known. */
    other: isAsked ? (question.data ?? null) : null,
    /** Calls `goOn` if there is none. */
    ask: (goOn: () => void) => question.mutate(value, { onSettled: (found) => (found ? undefined : goOn()) }),
  };
}
