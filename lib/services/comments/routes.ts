import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { deleteComment, editComment, resolveThread } from './change-comment';
import {
  deleteCommentEndpoint,
  editCommentEndpoint,
  listCommentsEndpoint,
  replyEndpoint,
  resolveThreadEndpoint,
  startThreadEndpoint,
} from './endpoints';
import { listComments } from './list-comments';
import { reply, startThread } from './start-thread';

export const commentRoutes: readonly Operation[] = [
  operation(listCommentsEndpoint, (actor, { params }) => listComments(actor, params)),
  operation(startThreadEndpoint, (actor, { params, body }) => startThread(actor, { ...params, ...body })),
  operation(resolveThreadEndpoint, (actor, { params, body }) => resolveThread(actor, { ...params, ...body })),
  operation(replyEndpoint, (actor, { params, body }) => reply(actor, { ...params, ...body })),
  operation(editCommentEndpoint, (actor, { params, body }) => editComment(actor, { ...params, ...body })),
  operation(deleteCommentEndpoint, async (actor, { params }) => void (await deleteComment(actor, params))),
];
