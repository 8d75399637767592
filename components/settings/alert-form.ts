import { typedNumber } from '@/components/ui/typed-number';
import { readUrl } from '@/lib/platform/read-url';
import type { AlertCondition, AlertRule, AlertSettings, ErrorCondition } from '@/lib/services/alerts/schema';

/** The form's state: numbers stay text. */
export interface AlertDraft {
  name: string;
  kind: AlertCondition['kind'];
  count: string;
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

function conditionOf({ kind, count, ms, usd, on }: AlertDraft): AlertCondition {
  switch (kind) {
    case 'failures':
      return { kind, count: typedNumber(count) };
    case 'slower-than':
      return { kind, count: typedNumber(count), ms: typedNumber(ms) };
    case 'dearer-than':
      return { kind, usd: typedNumber(usd) };
    case 'error-groups':
      return { kind, on };
  }
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

function conditionWords(condition: AlertCondition): string {
  switch (condition.kind) {
    case 'failures':
      return counted(condition.count, 'failure');
    case 'slower-than':
      return `${counted(condition.count, 'run')} over ${condition.ms} ms`;
    case 'dearer-than':
      return `Cost over $${condition.usd}`;
    case 'error-groups':
      return NEWS_WORDS[condition.on];
  }
}

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
export const ruleSentence = (
  { condition, windowMinutes, workflowIds }: Described,
  nameOf: (id: string) => string | undefined,
): string =>
  `${conditionWords(condition)} of ${namesOf(workflowIds, nameOf)} ` +
  (condition.kind === 'error-groups'
    ? `at most once in ${counted(windowMinutes, 'minute')}`
    : `within ${counted(windowMinutes, 'minute')}`);

export function destinationWords(destination: AlertSettings['destination']): string {
  if (destination.kind === 'email') return destination.to.join(', ');
  return readUrl(destination.url)?.host ?? destination.url;
}
