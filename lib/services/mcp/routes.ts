import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { getToolEndpoint, offerToolEndpoint, withdrawToolEndpoint } from './endpoints';
import { getTool, offerTool, withdrawTool } from './offered-tool';

export const toolRoutes: readonly Operation[] = [
  operation(getToolEndpoint, (actor, { params }) => getTool(actor, params)),
  operation(offerToolEndpoint, (actor, { params, body }) => offerTool(actor, { ...params, ...body })),
  operation(withdrawToolEndpoint, (actor, { params }) => withdrawTool(actor, params)),
];
