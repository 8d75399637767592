import { typedNumber } from '@/components/ui/typed-number';
import { readUrl } from '@/lib/platform/read-url';
import type { AlertCondition, AlertRule, AlertSettings, ErrorCondition } from '@/lib/services/alerts/schema';

/** The form's state: numbers stay text. */
export interface AlertDraft {
  name: string;
  kind: AlertCondition['kind'];
  count: string;
  percent: string;
  ms: string;
  usd: string;
  on: ErrorCondition['on'];
  windowMinutes: string;
  workflowIds: readonly string[];
  channel: 'email' | 'webhook';
  /** One per line, or separated by commas. */
  emails: string;
  url: string;
  notifyRecovery: boolean;
  enabled: boolean;
}

export const newDraft = (canSendEmail: boolean): AlertDraft => ({
  name: '',
  kind: 'failures',
  count: '3',
  percent: '10',
  ms: '5000',
  usd: '1',
  on: 'any',
  windowMinutes: '10',
  workflowIds: [],
  channel: canSendEmail ? 'email' : 'webhook',
  emails: '',
  url: '',
  notifyRecovery: true,
  enabled: true,
});

export function draftOf(rule: AlertRule): AlertDraft {
  const { condition, destination } = rule;
  const draft = newDraft(true);
  return {
    ...draft,
    name: rule.name,
    workflowIds: rule.workflowIds,
    windowMinutes: String(rule.windowMinutes),
    notifyRecovery: rule.notifyRecovery,
    enabled: rule.enabled,
    kind: condition.kind,
    count: 'count' in condition ? String(condition.count) : draft.count,
    percent: 'percent' in condition ? String(condition.percent) : draft.percent,
    ms: 'ms' in condition ? String(condition.ms) : draft.ms,
    usd: 'usd' in condition ? String(condition.usd) : draft.usd,
    on: 'on' in condition ? condition.on : draft.on,
    channel: destination.kind,
    emails: destination.kind === 'email' ? destination.to.join('\n') : '',
    url: destination.kind === 'webhook' ? destination.url : '',
  };
}

/** Converts the draft to settings, which the schema validates. */
export function settingsOf(draft: AlertDraft): AlertSettings {
  const { name, workflowIds, notifyRecovery, enabled, channel, url } = draft;
  return {
    name,
    notifyRecovery,
    enabled,
    workflowIds: [...workflowIds],
    condition: conditionOf(draft),
    windowMinutes: typedNumber(draft.windowMinutes),
    destination:
      channel === 'email'
        ? { kind: 'email', to: addressesIn(draft.emails) }
        : { kind: 'webhook', url: url.trim() },
  };
}

/** Returns the stored settings, as the base for changing one part. */
export const storedSettings = (rule: AlertRule): AlertSettings => settingsOf(draftOf(rule));

export const addressesIn = (text: string): string[] => text.split(/[\s,;]/).filter((part) => part !== '');

/** Text that is not a number becomes NaN, which the schema rejects. */
function conditionOf({ kind, count, percent, ms, usd, on }: AlertDraft): AlertCondition {
  switch (kind) {
    case 'failures':
    case 'failures-in-a-row':
      return { kind, count: typedNumber(count) };
    case 'failure-rate':
      return { kind, percent: typedNumber(percent), count: typedNumber(count) };
    case 'slower-than':
    case 'p95-slower-than':
      return { kind, count: typedNumber(count), ms: typedNumber(ms) };
    case 'dearer-than':
      return { kind, usd: typedNumber(usd) };
    case 'no-runs':
    case 'queue-older-than':
    case 'hold-older-than':
    case 'server-away':
      return { kind };
    case 'error-groups':
      return { kind, on };
  }
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const NEWS_WORDS: Readonly<Record<ErrorCondition['on'], string>> = {
  any: 'New and reopened errors',
  new: 'New errors',
  reopened: 'Reopened errors',
};

const MAX_NAMED = 3;

function namesOf(workflowIds: readonly string[], nameOf: (id: string) => string | undefined): string {
  if (workflowIds.length === 0) return 'all workflows';
  const names = workflowIds.map((id) => nameOf(id) ?? 'a deleted workflow');
  if (names.length <= MAX_NAMED) return names.join(', ');
  return `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`;
}

type Described = Pick<AlertSettings, 'condition' | 'windowMinutes' | 'workflowIds'>;

/** Returns a sentence such as `3 failures of Orders within 10 minutes`. */
export function ruleSentence(
  { condition, windowMinutes, workflowIds }: Described,
  nameOf: (id: string) => string | undefined,
): string {
  const names = namesOf(workflowIds, nameOf);
  const each = workflowIds.length === 0 ? 'any workflow' : names;
  const minutes = counted(windowMinutes, 'minute');
  switch (condition.kind) {
    case 'failures':
      return `${counted(condition.count, 'failure')} of ${names} within ${minutes}`;
    case 'failure-rate':
      return (
        `Over ${condition.percent} % failures in at least ${counted(condition.count, 'run')} ` +
        `of ${names} within ${minutes}`
      );
    case 'failures-in-a-row':
      return `${counted(condition.count, 'failure')} in a row of ${each} within ${minutes}`;
    case 'slower-than':
      return `${counted(condition.count, 'run')} over ${condition.ms} ms of ${names} within ${minutes}`;
    case 'p95-slower-than':
      return (
        `95th percentile over ${condition.ms} ms in at least ${counted(condition.count, 'run')} ` +
        `of ${names} within ${minutes}`
      );
    case 'dearer-than':
      return `Cost over $${condition.usd} of ${names} within ${minutes}`;
    case 'no-runs':
      return `No run of ${each} for ${minutes}`;
    case 'queue-older-than':
      return `A run of ${each} in the queue for over ${minutes}`;
    case 'hold-older-than':
      return `A hold of ${each} for over ${minutes}`;
    case 'server-away':
      return `A server that runs of ${each} wait for is unavailable for over ${minutes}`;
    case 'error-groups':
      return `${NEWS_WORDS[condition.on]} of ${names} at most once in ${minutes}`;
  }
}

export function destinationWords(destination: AlertSettings['destination']): string {
  if (destination.kind === 'email') return destination.to.join(', ');
  return readUrl(destination.url)?.host ?? destination.url;
}
