import { type Operation, operation } from '../access/operation';
import { getWorkspacePlanEndpoint, setWorkspacePlanEndpoint } from './endpoints';
import { getWorkspacePlan } from './get-workspace-plan';
import { setWorkspacePlan } from './set-plan';

export const limitRoutes: readonly Operation[] = [
  operation(getWorkspacePlanEndpoint, (actor, { params }) => getWorkspacePlan(actor, params)),
  operation(
    setWorkspacePlanEndpoint,
    (actor, { params, body }) => setWorkspacePlan(actor, { ...body, ...params }),
    {
      guards: {
        role: { none: 'The installation’s owner may, who is a member.' },
        quota: { none: 'It adds none.' },
        audit: 'plan.set',
        transaction: { own: 'The operator’s command shares it.' },
      },
    },
  ),
];
