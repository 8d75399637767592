import { type Operation, operation } from '../access/operation';
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
  operation(startThreadEndpoint, startThread),
  operation(resolveThreadEndpoint, resolveThread),
  operation(replyEndpoint, reply),
  operation(editCommentEndpoint, editComment),
  operation(deleteCommentEndpoint, deleteComment),
];
