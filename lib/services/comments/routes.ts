import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { deleteComment, editComment, resolveThread } from './change-comment';
import {
  deleteCommentEndpoint,
  editCommentEndpoint,
  listCommentsEndpoint,
  listMentionsEndpoint,
  replyEndpoint,
  resolveThreadEndpoint,
  seeMentionEndpoint,
  startThreadEndpoint,
} from './endpoints';
import { listComments } from './list-comments';
import { listMentions } from './list-mentions';
import { seeMention } from './see-mention';
import { reply, startThread } from './start-thread';

export const commentRoutes: readonly Operation[] = [
  listOperation(listCommentsEndpoint, newestFirst, (actor, { params }) => listComments(actor, params)),
  operation(startThreadEndpoint, startThread),
  operation(resolveThreadEndpoint, resolveThread),
  operation(replyEndpoint, reply),
  operation(editCommentEndpoint, editComment),
  operation(deleteCommentEndpoint, deleteComment),
  operation(listMentionsEndpoint, (actor, { query }) => listMentions(actor, query)),
  operation(seeMentionEndpoint, seeMention),
];
