import { z } from 'zod';
import { BlockId } from '../../core/workflow/schema';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { cursorParam, integerParam, textParam } from '../../platform/http/query-params';
import { CommentsRevision, CommentText, CommentThread, Mention, RequestKey } from './schema';

const tag = 'Workflows';
const MAX_MENTIONS_PAGE = 100;
const Workflow = z.object({ id: z.string() });
const Thread = Workflow.extend({ threadId: z.string() });
const OneComment = Workflow.extend({ commentId: z.string() });
const OneThread = z.object({ data: CommentThread });

export const listCommentsEndpoint = defineEndpoint({
  id: 'listComments',
  method: 'GET',
  path: '/api/v1/workflows/{id}/comment-threads',
  movedFrom: '/api/workflows/{id}/comment-threads',
  summary: 'List the comments on a workflow and its blocks',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: Workflow,
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(CommentThread), ...NEXT_CURSOR, revision: CommentsRevision }),
});

export const startThreadEndpoint = defineEndpoint({
  id: 'startCommentThread',
  method: 'POST',
  path: '/api/v1/workflows/{id}/comment-threads',
  movedFrom: '/api/workflows/{id}/comment-threads',
  summary: 'Comment on a block, or on the workflow as a whole',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Workflow,
  body: z.strictObject({ blockId: BlockId.nullable(), text: CommentText, requestKey: RequestKey }),
  response: OneThread,
  status: 201,
  problems: ['rate_limited'],
});

export const resolveThreadEndpoint = defineEndpoint({
  id: 'resolveCommentThread',
  method: 'PATCH',
  path: '/api/v1/workflows/{id}/comment-threads/{threadId}',
  movedFrom: '/api/workflows/{id}/comment-threads/{threadId}',
  summary: 'Resolve a thread of comments, or reopen it',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Thread,
  body: z.strictObject({ resolved: z.boolean() }),
  response: OneThread,
  problems: ['rate_limited'],
});

export const replyEndpoint = defineEndpoint({
  id: 'replyToComment',
  method: 'POST',
  path: '/api/v1/workflows/{id}/comment-threads/{threadId}/comments',
  movedFrom: '/api/workflows/{id}/comment-threads/{threadId}/comments',
  summary: 'Reply in a thread of comments',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Thread,
  body: z.strictObject({ text: CommentText, requestKey: RequestKey }),
  response: OneThread,
  status: 201,
  problems: ['rate_limited'],
});

export const editCommentEndpoint = defineEndpoint({
  id: 'editComment',
  method: 'PATCH',
  path: '/api/v1/workflows/{id}/comments/{commentId}',
  movedFrom: '/api/workflows/{id}/comments/{commentId}',
  summary: 'Edit a comment of your own',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneComment,
  body: z.strictObject({ text: CommentText }),
  response: OneThread,
  problems: ['rate_limited'],
});

export const deleteCommentEndpoint = defineEndpoint({
  id: 'deleteComment',
  method: 'DELETE',
  path: '/api/v1/workflows/{id}/comments/{commentId}',
  movedFrom: '/api/workflows/{id}/comments/{commentId}',
  summary: 'Delete a comment of your own; admins delete any',
  description: 'A thread goes with its last comment.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneComment,
  status: 204,
  problems: ['rate_limited'],
});

export const listMentionsEndpoint = defineEndpoint({
  id: 'listMentions',
  method: 'GET',
  path: '/api/mentions',
  summary: 'List the newest comments that name you, of one workspace or of all of yours',
  tag,
  auth: 'session',
  sessionOnly: { why: 'It is about your own notices.' },
  query: z.strictObject({
    workspaceId: textParam().optional(),
    limit: integerParam(1, MAX_MENTIONS_PAGE).default(MAX_MENTIONS_PAGE),
    cursor: cursorParam,
  }),
  problems: ['cursor_invalid'],
  response: z.object({
    data: z.array(Mention),
    hasMore: z.boolean().meta({ description: 'Whether there are older ones.', examples: [false] }),
    nextCursor: z.string().nullable(),
  }),
});

export const seeMentionEndpoint = defineEndpoint({
  id: 'seeMention',
  method: 'PUT',
  path: '/api/mentions/{commentId}/seen',
  summary: 'Mark a comment that names you as seen, or as new again',
  tag,
  auth: 'session',
  sessionOnly: { why: 'It is about your own notices.' },
  params: z.object({ commentId: z.string() }),
  body: z.strictObject({ seen: z.boolean() }),
  status: 204,
});
