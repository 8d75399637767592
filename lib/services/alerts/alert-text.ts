import { quotedName } from '../../platform/email/mail-text';
import type { AlertCondition, AlertEvent, MeasuredCondition } from './schema';

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

function limitWords(condition: MeasuredCondition, isOver: boolean): string {
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

/** Errors that a rule is notified of: how many, and the first of them. */
export interface ErrorNews {
  counts: { new: number; reopened: number };
  errors: NewsOfError[];
}

/** An error as it goes to a webhook: without data of a run. */
export interface NewsOfError {
  id: string;
  kind: 'new' | 'reopened';
  workflowId: string;
  code: string;
  /** URL of its page. */
  url: string;
}

function newsWords({ counts }: ErrorNews): string {
  const parts = [
    ...(counts.new > 0 ? [counted(counts.new, 'new error')] : []),
    ...(counts.reopened > 0 ? [counted(counts.reopened, 'reopened error')] : []),
  ];
  return `${parts.join(' and ')}.`;
}

/** Returns the first sentence of a notification. @param news of a rule about errors */
export function conditionWords(
  { name, condition, windowMinutes }: Pick<RuleFacts, 'name' | 'condition' | 'windowMinutes'>,
  kind: AlertEvent['kind'],
  news?: ErrorNews,
): string {
  if (kind === 'test') return `This is a test of the alert ${quotedName(name)}.`;
  if (condition.kind === 'error-groups')
    return news === undefined ? 'There are new or reopened errors.' : newsWords(news);
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
  /** Of a rule about errors. */
  news?: ErrorNews | undefined;
}

export interface AlertBody {
  id: string;
  type: string;
  at: string;
  workspaceId: string;
  rule: Pick<RuleFacts, 'id' | 'name' | 'condition' | 'windowMinutes' | 'workflowIds'>;
  value: number | null;
  summary: string;
  /** URL of the logs that the rule examined, or of the errors. */
  url: string;
  /** Of a rule about errors: the first of them. */
  errors?: NewsOfError[];
}

/** Returns the request body: JSON that stays the same on every attempt. */
export function alertText({ id, kind, rule, value, summary, atMs, baseUrl, news }: Alert): string {
  const { workspaceId, condition, windowMinutes, workflowIds, name } = rule;
  const page =
    condition.kind === 'error-groups'
      ? new URL(`/w/${workspaceId}/errors`, baseUrl)
      : logsPage({ workspaceId, condition, baseUrl, fromMs: atMs - windowMinutes * MINUTE_MS });
  if (workflowIds.length > 0) page.searchParams.set('workflowIds', workflowIds.join(','));
  const body: AlertBody = {
    id,
    type: `alert.${kind}`,
    at: new Date(atMs).toISOString(),
    workspaceId,
    rule: { id: rule.id, name, condition, windowMinutes, workflowIds },
    value,
    summary,
    url: page.href,
    ...(news !== undefined && { errors: news.errors }),
  };
  return JSON.stringify(body);
}

interface ExaminedLogs {
  workspaceId: string;
  condition: MeasuredCondition;
  baseUrl: string;
  fromMs: number;
}

function logsPage({ workspaceId, condition, baseUrl, fromMs }: ExaminedLogs): URL {
  const logs = new URL(`/w/${workspaceId}/logs`, baseUrl);
  logs.searchParams.set('startDate', new Date(fromMs).toISOString());
  if (condition.kind === 'failures') logs.searchParams.set('statuses', 'error');
  if (condition.kind === 'slower-than') logs.searchParams.set('minDurationMs', String(condition.ms + 1));
  return logs;
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
  const page = rule.condition.kind === 'error-groups' ? 'Errors' : 'Logs';
  return {
    subject: `${SUBJECTS[type] ?? SUBJECTS['alert.fired']}: ${name}`,
    text: `${summary}\n\nAlert: ${name}\nAt: ${at}\n${page}: ${url}\n`,
  };
}
