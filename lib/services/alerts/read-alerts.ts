import type { AlertRule as StoredRule } from '../../generated/prisma/client';
import { canSendEmail } from '../../platform/email/send-email';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, hasRole, type Role, requireRole } from '../access/actor';
import { concealUrl } from '../outgoing-webhooks/webhook-row';
import { eventsOf, lastProblems } from './alert-events';
import { recipientsOf } from './alert-recipients';
import {
  type AlertEvent,
  type AlertRecipient,
  type AlertRule,
  type AlertSettings,
  MAX_EVENTS,
} from './schema';
import { openTarget } from './sealed-target';

export type RuleRow = StoredRule;

/** The id alone is enough. A workspace comes from a former address, and must be the rule's. */
export interface RuleAddress {
  id: string;
  workspaceId?: string;
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

/** @throws AppError not_found, also for a rule that the actor may not read; forbidden */
export async function requireRule(actor: Actor, address: RuleAddress, role: Role): Promise<RuleRow> {
  const { id, workspaceId } = address;
  if (workspaceId !== undefined) requireRole(actor, workspaceId, role);
  const row = isId(id) ? await prisma().alertRule.findUnique({ where: { id } }) : null;
  const isThere = row !== null && row.workspaceId === (workspaceId ?? row.workspaceId);
  if (!isThere || !hasRole(actor, row.workspaceId, 'reader'))
    throw new AppError('not_found', 'Alert not found.');
  requireRole(actor, row.workspaceId, role);
  return row;
}

export async function getRule(workspaceId: string, id: string): Promise<AlertRule> {
  const row = await prisma().alertRule.findFirst({ where: { id, workspaceId } });
  if (row === null) throw new AppError('not_found', 'Alert not found.');
  const recipients = await recipientsOf(workspaceId, row.emails);
  return toRule(row, (await lastProblems([id])).get(id) ?? null, recipients);
}

/** Returns a page of a rule's events, newest first. @throws AppError not_found, forbidden, cursor_invalid */
export async function listAlertEvents(
  actor: Actor,
  rule: RuleAddress,
  { limit = MAX_EVENTS, cursor }: { limit?: number; cursor?: string | undefined } = {},
): Promise<{ data: AlertEvent[]; nextCursor: string | null }> {
  await requireRule(actor, rule, 'reader');
  return eventsOf(rule.id, { limit, cursor });
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
    externalId: row.externalId,
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
