import { quotedName } from '../../platform/email/mail-text';
import type { AlertCondition, AlertEvent } from './schema';

/** The facts about its rule in a notification. */
export interface RuleFacts {
  id: string;
  workspaceId: string;
  name: string;
  condition: AlertCondition;
  windowMinutes: number;
  workflowIds: readonly string[];
}

const MINUTE_MS = 60_000;

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

function limitWords(condition: AlertCondition, isOver: boolean): string {
  const least = isOver ? 'At least' : 'Fewer than';
  switch (condition.kind) {
    case 'failures':
      return `${least} ${counted(condition.count, 'execution')} failed`;
    case 'slower-than':
      return (
        `${least} ${counted(condition.count, 'execution')} took longer ` +
        `than ${condition.ms.toLocaleString('en')} ms`
      );
    case 'dearer-than':
      return `Executions cost ${isOver ? 'more' : 'no more'} than $${condition.usd}`;
  }
}

/** Returns the first sentence of a notification. */
export function conditionWords(
  { name, condition, windowMinutes }: Pick<RuleFacts, 'name' | 'condition' | 'windowMinutes'>,
  kind: AlertEvent['kind'],
): string {
  if (kind === 'test') return `This is a test of the alert ${quotedName(name)}.`;
  return `${limitWords(condition, kind === 'fired')} within ${counted(windowMinutes, 'minute')}.`;
}

interface Alert {
  id: string;
  kind: AlertEvent['kind'];
  rule: RuleFacts;
  /** The number counted, up to the limit, or the sum in USD; null in a test. */
  value: number | null;
  summary: string;
  atMs: number;
  baseUrl: string;
}

export interface AlertBody {
  id: string;
  type: string;
  at: string;
  workspaceId: string;
  rule: Pick<RuleFacts, 'id' | 'name' | 'condition' | 'windowMinutes' | 'workflowIds'>;
  value: number | null;
  summary: string;
  /** URL of the logs that the rule examined. */
  url: string;
}

/** Returns the request body: JSON that stays the same on every attempt. */
export function alertText({ id, kind, rule, value, summary, atMs, baseUrl }: Alert): string {
  const { workspaceId, condition, windowMinutes, workflowIds, name } = rule;
  const logs = new URL(`/w/${workspaceId}/logs`, baseUrl);
  const fromMs = atMs - windowMinutes * MINUTE_MS;
  logs.searchParams.set('startDate', new Date(fromMs).toISOString());
  if (condition.kind === 'failures') logs.searchParams.set('statuses', 'error');
  if (condition.kind === 'slower-than') logs.searchParams.set('minDurationMs', String(condition.ms + 1));
  if (workflowIds.length > 0) logs.searchParams.set('workflowIds', workflowIds.join(','));
  const body: AlertBody = {
    id,
    type: `alert.${kind}`,
    at: new Date(atMs).toISOString(),
    workspaceId,
    rule: { id: rule.id, name, condition, windowMinutes, workflowIds },
    value,
    summary,
    url: logs.href,
  };
  return JSON.stringify(body);
}

const SUBJECTS: Readonly<Record<string, string>> = {
  'alert.fired': 'Millrace alert',
  'alert.recovered': 'Millrace alert recovered',
  'alert.test': 'Test of a Millrace alert',
};

/** Returns the same as an e-mail: in our own words, with the rule's name quoted. */
export function alertEmail(text: string): { subject: string; text: string } {
  const { type, rule, summary, url, at } = JSON.parse(text) as AlertBody;
  const name = quotedName(rule.name);
  return {
    subject: `${SUBJECTS[type] ?? SUBJECTS['alert.fired']}: ${name}`,
    text: `${summary}\n\nAlert: ${name}\nAt: ${at}\nLogs: ${url}\n`,
  };
}
