import type { AlertRule as StoredRule } from '../../generated/prisma/client';
import { canSendEmail } from '../../platform/email/send-email';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, type Role, requireRole } from '../access/actor';
import { concealUrl } from '../outgoing-webhooks/webhook-row';
import { eventsOf, lastProblems } from './alert-events';
import { recipientsOf } from './alert-recipients';
import type { AlertEvent, AlertRecipient, AlertRule, AlertSettings } from './schema';
import { openTarget } from './sealed-target';

export type RuleRow = StoredRule;

interface RuleOf {
  workspaceId: string;
  id: string;
}

/** Returns the alerts by name. */
export async function listAlerts(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: AlertRule[]; canSendEmail: boolean }> {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().alertRule.findMany({
    where: { workspaceId },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  const emails = rows.flatMap((row) => row.emails);
  const [problems, recipients] = await Promise.all([
    lastProblems(rows.map(({ id }) => id)),
    recipientsOf(workspaceId, emails),
  ]);
  const data = rows.map((row) => toRule(row, problems.get(row.id) ?? null, recipients));
  return { data, canSendEmail: canSendEmail() };
}

/** @throws AppError not_found, also for a rule of another workspace; forbidden */
export async function requireRule(actor: Actor, { workspaceId, id }: RuleOf, role: Role): Promise<RuleRow> {
  requireRole(actor, workspaceId, role);
  const row = isId(id) ? await prisma().alertRule.findFirst({ where: { id, workspaceId } }) : null;
  if (row === null) throw new AppError('not_found', 'Alert not found.');
  return row;
}

export async function getRule(workspaceId: string, id: string): Promise<AlertRule> {
  const row = await prisma().alertRule.findFirst({ where: { id, workspaceId } });
  if (row === null) throw new AppError('not_found', 'Alert not found.');
  const recipients = await recipientsOf(workspaceId, row.emails);
  return toRule(row, (await lastProblems([id])).get(id) ?? null, recipients);
}

/** Returns a rule's events, newest first. @throws AppError not_found, forbidden */
export async function listAlertEvents(actor: Actor, rule: RuleOf): Promise<{ data: AlertEvent[] }> {
  await requireRule(actor, rule, 'reader');
  return { data: await eventsOf(rule.id) };
}

/** Returns a rule without the webhook's credentials. */
function toRule(
  row: RuleRow,
  lastProblem: string | null,
  recipients: ReadonlyMap<string, AlertRecipient>,
): AlertRule {
  const { id, name, windowMinutes, workflowIds, notifyRecovery, enabled, emails, target } = row;
  const destination: AlertSettings['destination'] =
    target === null ? { kind: 'email', to: emails } : { kind: 'webhook', url: shownUrl(id, target) };
  return {
    id,
    name,
    windowMinutes,
    workflowIds,
    notifyRecovery,
    enabled,
    lastProblem,
    destination,
    condition: row.condition as AlertRule['condition'],
    recipients: emails.flatMap((email) => recipients.get(email) ?? []),
    signed: target !== null,
    firingSince: row.firingSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

function shownUrl(id: string, target: Uint8Array): string {
  try {
    return concealUrl(openTarget(id, target).url);
  } catch {
    // Sealed with a lost key; the next notification reports it.
    return 'https://unreadable.invalid/';
  }
}
