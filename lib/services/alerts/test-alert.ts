import { pool } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { countAttempt } from '../access/attempts';
import { readGuards } from '../access/guards';
import { countTestMail } from '../access/mail-allowance';
import { eventOf } from './alert-events';
import { tell } from './check-alerts';
import { type RuleAddress, requireRule } from './read-alerts';
import type { AlertEvent, AlertSettings } from './schema';
import { sendAlertNow } from './send-alerts';

export const TEST_GUARDS = readGuards('writer', 'It sends a message, which stands among the rule’s events.');
const TESTS = { burst: 5, perMinute: 5 };

/** Sends a test. @throws AppError not_found, forbidden; rate_limited after five a minute, e-mails sooner */
export async function testAlert(actor: Actor, address: RuleAddress): Promise<{ data: AlertEvent }> {
  const row = await requireRule(actor, address, 'writer');
  const { id, workspaceId } = row;
  await countAttempt([{ kind: 'alert test', name: workspaceId, allowance: TESTS }]);
  if (row.target === null) await countTestMail(actor.userId);
  const { name, condition, windowMinutes, workflowIds } = row;
  const facts = { id, workspaceId, name, windowMinutes, workflowIds };
  const rule = { ...facts, condition: condition as AlertSettings['condition'] };
  const eventId = await tell(pool(), rule, { kind: 'test', value: null });
  await sendAlertNow(eventId);
  return { data: await eventOf(eventId) };
}
