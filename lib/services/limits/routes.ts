import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { getWorkspacePlanEndpoint, setWorkspacePlanEndpoint } from './endpoints';
import { getWorkspacePlan } from './get-workspace-plan';
import { setWorkspacePlan } from './set-plan';

export const limitRoutes: readonly Operation[] = [
  operation(getWorkspacePlanEndpoint, (actor, { params }) => getWorkspacePlan(actor, params)),
  operation(setWorkspacePlanEndpoint, (actor, { params, body }) =>
    setWorkspacePlan(actor, { ...body, ...params }),
  ),
];
