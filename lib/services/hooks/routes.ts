import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { ensureHookEndpoint, replaceHookEndpoint } from './endpoints';
import { ensureHook, replaceHook } from './hook-address';

export const hookRoutes: readonly Operation[] = [
  operation(ensureHookEndpoint, (actor, { params }) => ensureHook(actor, params)),
  operation(replaceHookEndpoint, (actor, { params }) => replaceHook(actor, params)),
];
