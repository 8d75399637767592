import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { changeErrorGroup } from './change-group';
import {
  changeErrorGroupEndpoint,
  commentOnErrorGroupEndpoint,
  deleteErrorGroupCommentEndpoint,
  getErrorGroupEndpoint,
  listErrorGroupCommentsEndpoint,
  listErrorGroupRunsEndpoint,
  listErrorGroupsEndpoint,
} from './endpoints';
import { getErrorGroup, listErrorGroupRuns } from './get-group';
import { commentOnErrorGroup, deleteErrorGroupComment, listErrorGroupComments } from './group-comments';
import { listErrorGroups } from './list-groups';

export const errorGroupRoutes: readonly Operation[] = [
  operation(listErrorGroupsEndpoint, (actor, { query }) => listErrorGroups(actor, query)),
  operation(getErrorGroupEndpoint, (actor, { params }) => getErrorGroup(actor, params)),
  operation(listErrorGroupRunsEndpoint, (actor, { params, query }) =>
    listErrorGroupRuns(actor, { ...query, ...params }),
  ),
  operation(changeErrorGroupEndpoint, changeErrorGroup),
  listOperation(listErrorGroupCommentsEndpoint, newestFirst, (actor, { params }) =>
    listErrorGroupComments(actor, params),
  ),
  operation(commentOnErrorGroupEndpoint, commentOnErrorGroup),
  operation(deleteErrorGroupCommentEndpoint, deleteErrorGroupComment),
];
