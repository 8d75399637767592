import { type Operation, operation } from '../access/operation';
import { getToolEndpoint, offerToolEndpoint, withdrawToolEndpoint } from './endpoints';
import { getTool, offerTool, withdrawTool } from './offered-tool';

export const toolRoutes: readonly Operation[] = [
  operation(getToolEndpoint, (actor, { params }) => getTool(actor, params)),
  operation(offerToolEndpoint, offerTool),
  operation(withdrawToolEndpoint, withdrawTool),
];
