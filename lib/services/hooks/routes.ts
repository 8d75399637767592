import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
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
  operation(ensureHookEndpoint, (actor, { params }) => ensureHook(actor, params)),
  operation(replaceHookEndpoint, (actor, { params }) => replaceHook(actor, params)),
  operation(listHookRequestsEndpoint, (actor, { params }) => listHookRequests(actor, params)),
  operation(getHookRequestEndpoint, (actor, { params }) => getHookRequest(actor, params)),
  operation(listenToHookEndpoint, (actor, { params }, context) => listenToHook(actor, params, context)),
  operation(runHookRequestEndpoint, (actor, { params }, context) => runHookRequest(actor, params, context)),
];
