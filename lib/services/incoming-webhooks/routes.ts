import { readGuards, runGuards } from '../access/guards';
import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import {
  ensureHookEndpoint,
  getHookRequestEndpoint,
  listenToHookEndpoint,
  listHookRequestsEndpoint,
  replaceHookEndpoint,
  runHookRequestEndpoint,
} from './endpoints';
import { ensureHook, replaceHook } from './hook-address';
import { listenToHook } from './listen-to-hook';
import { getHookRequest, listHookRequests } from './read-requests';
import { runHookRequest } from './run-requests';

export const hookRoutes: readonly Operation[] = [
  operation(ensureHookEndpoint, ensureHook),
  operation(replaceHookEndpoint, replaceHook),
  listOperation(listHookRequestsEndpoint, newestFirst, (actor, { params }) =>
    listHookRequests(actor, params),
  ),
  operation(getHookRequestEndpoint, (actor, { params }) => getHookRequest(actor, params)),
  operation(listenToHookEndpoint, (actor, { params }, context) => listenToHook(actor, params, context), {
    guards: readGuards('writer', 'It shows the next request.'),
  }),
  operation(runHookRequestEndpoint, (actor, { params }, context) => runHookRequest(actor, params, context), {
    guards: runGuards(),
  }),
];
