import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import {
  deleteCommentEndpoint,
  editCommentEndpoint,
  listCommentsEndpoint,
  replyEndpoint,
  resolveThreadEndpoint,
  startThreadEndpoint,
} from '@/lib/services/comments/endpoints';
import type { CommentThread } from '@/lib/services/comments/schema';

const keyOf = (workflowId: string) => ['workflow', workflowId, 'comments'];

export const commentsQuery = (workflowId: string) =>
  queryOptions({
    queryKey: keyOf(workflowId),
    queryFn: ({ signal }) => client.call(listCommentsEndpoint, { params: { id: workflowId } }, { signal }),
    refetchOnWindowFocus: true,
  });

export const readCommentsAgain = (queryClient: QueryClient, workflowId: string) =>
  queryClient.invalidateQueries({ queryKey: keyOf(workflowId) });

/** The actions on comments; each updates the cached threads as soon as the server has responded. */
export function commentActs(queryClient: QueryClient, workflowId: string) {
  const id = workflowId;
  const show = (changed: CommentThread): CommentThread => {
    queryClient.setQueryData(commentsQuery(id).queryKey, (before) => {
      if (before === undefined) return before;
      const isKnown = before.data.some((thread) => thread.id === changed.id);
      const data = isKnown
        ? before.data.map((thread) => (thread.id === changed.id ? changed : thread))
        : [changed, ...before.data];
      return { ...before, data };
    });
    void readCommentsAgain(queryClient, id);
    return changed;
  };
  return {
    start: async (body: { blockId: string | null; text: string; requestKey: string }) =>
      show((await client.call(startThreadEndpoint, { params: { id }, body })).data),
    reply: async (threadId: string, body: { text: string; requestKey: string }) =>
      show((await client.call(replyEndpoint, { params: { id, threadId }, body })).data),
    resolve: async (threadId: string, resolved: boolean) =>
      show((await client.call(resolveThreadEndpoint, { params: { id, threadId }, body: { resolved } })).data),
    edit: async (commentId: string, text: string) =>
      show((await client.call(editCommentEndpoint, { params: { id, commentId }, body: { text } })).data),
    remove: async (commentId: string): Promise<void> => {
      await client.call(deleteCommentEndpoint, { params: { id, commentId } });
      await readCommentsAgain(queryClient, id);
    },
  };
}
export type CommentActs = ReturnType<typeof commentActs>;
