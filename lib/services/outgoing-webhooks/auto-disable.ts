import { Prisma } from '../../generated/prisma/client';
import { logger } from '../../platform/logging/logger';
import { prisma } from '../../platform/postgres/db';
import { systemAudit } from '../audit/system-audit';
import { noteEventIn } from './note-event-in';
import { webhookDisabled } from './other-events';
import type { DisabledReason } from './schema';

/** A subscription is disabled only after this long without one success, */
export const DISABLE_AFTER_MS = 3 * 24 * 60 * 60 * 1000;
/** and not for a single failure after days of silence: a whole schedule must have failed. */
export const DISABLE_AFTER_FAILURES = 5;

const NOTE_DISABLED = Prisma.raw(
  systemAudit({
    from: 'disabled',
    action: 'webhook.disabled',
    target: 'id::text',
    detail: "jsonb_build_object('reason', disabled_reason)",
  }),
);

const WORDS: Readonly<Record<DisabledReason, string>> = {
  failing: 'a subscription was disabled: no delivery succeeded for three days',
  gone: 'a subscription was disabled: its receiver answered 410 twice in a row',
};

/** Disables a subscription. Waiting deliveries are cancelled when they fall due, and can be redelivered. */
export async function disableSubscription(webhookId: string, reason: DisabledReason): Promise<void> {
  const isDisabled = await prisma().$transaction(async (tx) => {
    const [disabled] = await tx.$queryRaw<DisabledRow[]>`
      WITH disabled AS (
        UPDATE webhook_subscription
        SET active = false, disabled_at = now(), disabled_reason = ${reason}, version = version + 1,
          updated_at = now()
        WHERE id = ${webhookId}::uuid AND active AND deleted_at IS NULL
        RETURNING id, workspace_id, workflow_id, name, disabled_reason
      ), noted AS (
        ${NOTE_DISABLED}
      )
      SELECT workspace_id, workflow_id, name FROM disabled`;
    if (disabled === undefined) return false;
    const { workspace_id: workspaceId, workflow_id: workflowId, name } = disabled;
    await noteEventIn(tx, webhookDisabled(workspaceId, { webhookId, name, workflowId, reason }));
    return true;
  });
  if (isDisabled) logger('webhooks').warn(WORDS[reason], { webhookId });
}

interface DisabledRow {
  workspace_id: string;
  workflow_id: string | null;
  name: string;
}
