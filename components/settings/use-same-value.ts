import { useMutation } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { sameValueEndpoint } from '@/lib/services/variables/endpoints';

/**
 * Whether a variable holds the value already. Asked once for a value: who goes on then wants a second one,
 * and an answer that doesn't come keeps nobody from it.
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
    /** The other variable; null while none is known. */
    other: isAsked ? (question.data ?? null) : null,
    /** `goOn` is called when there is none. */
    ask: (goOn: () => void) => question.mutate(value, { onSettled: (found) => (found ? undefined : goOn()) }),
  };
}
