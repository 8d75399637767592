import { quotedName } from '../../platform/email/mail-text';
import { conditionSentence } from './condition-sentence';
import { type Found, type FoundPlace, placesOf } from './found-places';
import type { ErrorNews, NewsOfError, RuleFacts } from './rule-facts';
import type { AlertCondition, AlertEvent, ErrorCondition } from './schema';

const MINUTE_MS = 60_000;

interface Alert {
  id: string;
  kind: AlertEvent['kind'];
  rule: RuleFacts;
  /** The number counted, up to the limit, or the sum in USD; null in a test. */
  value: number | null;
  atMs: number;
  baseUrl: string;
  /** Of a rule about errors. */
  news?: ErrorNews | undefined;
  /** Of a rule about each workflow or hold, or about the queue. */
  found?: readonly Found[] | undefined;
}

export interface AlertBody {
  id: string;
  type: string;
  at: string;
  workspaceId: string;
  rule: Pick<RuleFacts, 'id' | 'name' | 'condition' | 'windowMinutes' | 'workflowIds'>;
  value: number | null;
  summary: string;
  /** URL of the logs that the rule examined, of the errors, or of the workspace. */
  url: string;
  /** Of a rule about errors: the first of them. */
  errors?: NewsOfError[];
  /** The first workflows, holds or executions that were found, each with its page. */
  places?: FoundPlace[];
}

/** Returns the request body: JSON that stays the same on every attempt. */
export function alertText(alert: Alert): { summary: string; body: string } {
  const { id, kind, rule, value, atMs, baseUrl, news, found = [] } = alert;
  const { workspaceId, condition, windowMinutes, workflowIds, name } = rule;
  const summary = kind === 'test' ? `This is a test of the alert ${quotedName(name)}.` : sentence(alert);
  const page = pageOf(rule, baseUrl, atMs - windowMinutes * MINUTE_MS);
  // A hold that is over has no page.
  const shown = kind === 'fired' ? found : found.filter((one) => one.workflowId !== null);
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
    ...(shown.length > 0 && { places: placesOf(condition.kind, shown, { workspaceId, baseUrl }) }),
  };
  return { summary, body: JSON.stringify(body) };
}

const sentence = ({ kind, rule, news, found = [] }: Alert): string =>
  conditionSentence(rule, { isOver: kind === 'fired', news: news?.counts, found });

/** Returns the page of what the rule examined. */
function pageOf({ workspaceId, condition, workflowIds }: RuleFacts, baseUrl: string, fromMs: number): URL {
  if (condition.kind === 'no-runs' || condition.kind === 'hold-older-than')
    return new URL(`/w/${workspaceId}`, baseUrl);
  const page = new URL(`/w/${workspaceId}/${condition.kind === 'error-groups' ? 'errors' : 'logs'}`, baseUrl);
  if (condition.kind !== 'error-groups') narrowLogs(page.searchParams, condition, fromMs);
  if (workflowIds.length > 0) page.searchParams.set('workflowIds', workflowIds.join(','));
  return page;
}

type LogsCondition = Exclude<AlertCondition, ErrorCondition | { kind: 'no-runs' | 'hold-older-than' }>;

/** Executions that wait stand above the logs, of whatever time. */
function narrowLogs(params: URLSearchParams, condition: LogsCondition, fromMs: number): void {
  if (condition.kind === 'queue-older-than' || condition.kind === 'server-away') return;
  params.set('startDate', new Date(fromMs).toISOString());
  if ('ms' in condition) params.set('minDurationMs', String(condition.ms + 1));
  if (FAILURES.has(condition.kind)) params.set('statuses', 'error');
}

const FAILURES = new Set<AlertCondition['kind']>(['failures', 'failure-rate', 'failures-in-a-row']);

const SUBJECTS: Readonly<Record<string, string>> = {
  'alert.fired': 'Millrace alert',
  'alert.recovered': 'Millrace alert recovered',
  'alert.test': 'Test of a Millrace alert',
};

const PAGES: Readonly<Partial<Record<AlertCondition['kind'], string>>> = {
  'error-groups': 'Errors',
  'no-runs': 'Workflows',
  'hold-older-than': 'Workflows',
};

/** Returns the same as an e-mail: in our own words, with the names of the rule and of workflows quoted. */
export function alertEmail(text: string): { subject: string; text: string } {
  const { type, rule, summary, url, at, places = [] } = JSON.parse(text) as AlertBody;
  const name = quotedName(rule.name);
  const page = PAGES[rule.condition.kind] ?? 'Logs';
  const lines = places.map((one) => `${one.name === null ? '' : `${quotedName(one.name)}: `}${one.url}\n`);
  return {
    subject: `${SUBJECTS[type] ?? SUBJECTS['alert.fired']}: ${name}`,
    text: `${summary}\n\n${lines.join('')}Alert: ${name}\nAt: ${at}\n${page}: ${url}\n`,
  };
}
