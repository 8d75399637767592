import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { cursorParam, integerParam, listParam, textParam } from '../../platform/http/query-params';
import { RequestKey } from '../comments/schema';
import {
  ErrorGroup,
  ErrorGroupChange,
  ErrorGroupComment,
  ErrorGroupCommentText,
  ErrorGroupCounts,
  ErrorGroupDetail,
  ErrorGroupRun,
  ErrorGroupState,
} from './schema';

const tag = 'Error groups';
const path = '/api/v1/error-groups';
const OneGroup = z.object({ id: z.string() });
const commentsPath = `${path}/{id}/comments`;
const formerCommentsPath = '/api/error-groups/{id}/comments';

export const listErrorGroupsEndpoint = defineEndpoint({
  id: 'listErrorGroups',
  method: 'GET',
  path,
  summary: 'List the error groups of a workspace',
  description:
    'Failed runs with the same workflow, block, code and shape of the message are a group. Those that ' +
    'occurred last come first. Runs that others called, and drafts that are run by hand, are in none.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  query: z.strictObject({
    workspaceId: textParam(),
    states: listParam(ErrorGroupState).optional().describe('Groups in any of these states.'),
    workflowIds: listParam(textParam()).optional(),
    assigneeId: textParam().optional().describe('Groups that this member looks after.'),
    logId: textParam().optional().describe('The group of this log, if it has one.'),
    limit: integerParam(1, 200).default(50),
    cursor: cursorParam,
  }),
  response: z.object({
    data: z.array(ErrorGroup),
    nextCursor: z.string().nullable(),
    counts: ErrorGroupCounts,
    pendingRuns: z
      .number()
      .int()
      .describe('Runs that ended and have not been looked at.')
      .meta({ examples: [0] }),
  }),
  problems: ['cursor_invalid'],
});

export const getErrorGroupEndpoint = defineEndpoint({
  id: 'getErrorGroup',
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Get an error group with its versions and tags',
  tag,
  auth: 'key',
  scope: 'logs:read',
  params: OneGroup,
  response: z.object({ data: ErrorGroupDetail }),
});

export const listErrorGroupRunsEndpoint = defineEndpoint({
  id: 'listErrorGroupRuns',
  method: 'GET',
  path: `${path}/{id}/runs`,
  summary: 'List the failed runs of an error group',
  description: 'The newest first, as long as their logs are kept.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  params: OneGroup,
  query: z.strictObject({ limit: integerParam(1, 200).default(50), cursor: cursorParam }),
  response: z.object({ data: z.array(ErrorGroupRun), nextCursor: z.string().nullable() }),
  problems: ['cursor_invalid'],
});

export const changeErrorGroupEndpoint = defineEndpoint({
  id: 'updateErrorGroup',
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Set the state of an error group, or its assignee',
  description:
    'A resolved group becomes new again with a run that started after that; one that is resolved in a ' +
    'version also with any run of that version or a later one, and not with older ones. A key also needs ' +
    'the scope logs:read, because the response shows the message of a run.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneGroup,
  body: ErrorGroupChange,
  response: z.object({ data: ErrorGroupDetail }),
});

export const listErrorGroupCommentsEndpoint = defineEndpoint({
  id: 'listErrorGroupComments',
  method: 'GET',
  path: commentsPath,
  movedFrom: formerCommentsPath,
  summary: 'List the comments on an error group',
  tag,
  auth: 'key',
  scope: 'logs:read',
  params: OneGroup,
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(ErrorGroupComment), ...NEXT_CURSOR }),
});

export const commentOnErrorGroupEndpoint = defineEndpoint({
  id: 'commentOnErrorGroup',
  method: 'POST',
  path: commentsPath,
  movedFrom: formerCommentsPath,
  summary: 'Comment on an error group',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneGroup,
  body: z.strictObject({ text: ErrorGroupCommentText, requestKey: RequestKey }),
  response: z.object({ data: ErrorGroupComment }),
  status: 201,
  problems: ['rate_limited'],
});

export const deleteErrorGroupCommentEndpoint = defineEndpoint({
  id: 'deleteErrorGroupComment',
  method: 'DELETE',
  path: `${commentsPath}/{commentId}`,
  movedFrom: `${formerCommentsPath}/{commentId}`,
  summary: 'Delete a comment of your own on an error group; admins delete any',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneGroup.extend({ commentId: z.string() }),
  status: 204,
  problems: ['rate_limited'],
});
