import { sameJson } from '../../core/workflow/same-json';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { createOrChange, type Kept } from '../external-ids/create-or-change';
import { concealUrl } from '../outgoing-webhooks/webhook-row';
import { type AlertAnswer, type CreateAlert, createAlert, updateAlert } from './change-alerts';
import { getRule, type RuleRow } from './read-alerts';
import type { AlertSettings } from './schema';
import { openTarget } from './sealed-target';

export type PutAlert = CreateAlert & { externalId: string };

/** Creates the rule, or makes it as given. @throws AppError forbidden, invalid_request, quota_exceeded */
export async function putAlert(actor: Actor, alert: PutAlert): Promise<Kept<AlertAnswer>> {
  const { workspaceId, externalId, ...settings } = alert;
  requireRole(actor, workspaceId, 'writer');
  return createOrChange({
    find: () => prisma().alertRule.findFirst({ where: { workspaceId, externalId } }),
    create: () => createAlert(actor, alert),
    async change(row) {
      const { id } = row;
      if (!isSame(row, settings))
        return { ...(await updateAlert(actor, { id, workspaceId, ...settings })), changed: true };
      return { data: await getRule(workspaceId, id), secret: null, changed: false };
    },
  });
}

function isSame(row: RuleRow, { destination, workflowIds, ...settings }: AlertSettings): boolean {
  return (
    isSameDestination(row, destination) &&
    sameJson(row.workflowIds.toSorted(), workflowIds.toSorted()) &&
    Object.entries(settings).every(([name, value]) => sameJson(row[name as keyof RuleRow], value))
  );
}

/** The shown form of a webhook's URL stands for the stored one. */
function isSameDestination({ id, emails, target }: RuleRow, given: AlertSettings['destination']): boolean {
  if (given.kind === 'email') return target === null && sameJson(emails.toSorted(), given.to.toSorted());
  if (target === null) return false;
  const { url } = openTarget(id, target);
  return given.url === url || given.url === concealUrl(url);
}
