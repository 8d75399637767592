import { type Operation, operation } from '../access/operation';
import { getRetentionEndpoint, setRetentionEndpoint } from './endpoints';
import { getRetention, setRetention } from './workspace-retention';

export const retentionRoutes: readonly Operation[] = [
  operation(getRetentionEndpoint, (actor, { params }) => getRetention(actor, params)),
  operation(setRetentionEndpoint, setRetention),
];
