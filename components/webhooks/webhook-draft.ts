import { TRIGGERS } from '@/lib/core/blocks/trigger';
import { LOG_LEVELS } from '@/lib/services/logs/schema';
import {
  EVENT_TYPES,
  type EventType,
  type PayloadOptions,
  type Webhook,
  WebhookSettings,
} from '@/lib/services/outgoing-webhooks/schema';

const [COMPLETED] = EVENT_TYPES;

/** Options that programs may leave out; the form has them all. */
type Optional =
  | 'name'
  | 'events'
  | 'standardWebhooks'
  | 'cloudEvents'
  | 'headers'
  | 'tagFilter'
  | 'strictOrder'
  | 'maxPerMinute'
  | 'transform';

/** The state of the form. */
export type WebhookDraft = Omit<WebhookSettings, Optional> & {
  [Name in Optional]: Exclude<WebhookSettings[Name], undefined>;
};
/** What the preview of a request depends on. */
export type PreviewOptions = PayloadOptions &
  Pick<WebhookDraft, 'standardWebhooks' | 'cloudEvents' | 'transform'> & { event: EventType };

export function previewOptionsOf(draft: WebhookDraft): Omit<PreviewOptions, 'event'> {
  return {
    includeFinalOutput: draft.includeFinalOutput,
    includeTraceSpans: draft.includeTraceSpans,
    includeRateLimits: draft.includeRateLimits,
    includeUsageData: draft.includeUsageData,
    includeTags: draft.includeTags,
    standardWebhooks: draft.standardWebhooks,
    cloudEvents: draft.cloudEvents,
    transform: draft.transform,
  };
}

type DraftErrors = Partial<Record<keyof WebhookDraft, string>>;

export const FIELDS = [
  'url',
  'name',
  'events',
  'levelFilter',
  'triggerFilter',
  'tagFilter',
  'includeFinalOutput',
  'includeTraceSpans',
  'includeRateLimits',
  'includeUsageData',
  'includeTags',
  'extendedRetries',
  'standardWebhooks',
  'cloudEvents',
  'headers',
  'strictOrder',
  'maxPerMinute',
  'transform',
  'active',
] as const satisfies ReadonlyArray<keyof WebhookDraft>;

export const EMPTY_DRAFT: WebhookDraft = {
  url: '',
  name: '',
  events: [COMPLETED],
  levelFilter: [...LOG_LEVELS],
  triggerFilter: [...TRIGGERS],
  includeFinalOutput: false,
  includeTraceSpans: false,
  includeRateLimits: false,
  includeUsageData: false,
  includeTags: false,
  extendedRetries: false,
  standardWebhooks: false,
  cloudEvents: false,
  headers: [],
  tagFilter: null,
  strictOrder: false,
  maxPerMinute: null,
  transform: null,
  active: true,
};

export function draftOf(webhook: Webhook): WebhookDraft {
  const { url, name, events, levelFilter, triggerFilter, extendedRetries, active } = webhook;
  const { standardWebhooks, cloudEvents, headers, tagFilter, strictOrder, maxPerMinute, transform } = webhook;
  const { includeFinalOutput, includeTraceSpans, includeRateLimits, includeUsageData, includeTags } = webhook;
  return {
    url,
    name,
    events,
    levelFilter,
    triggerFilter,
    extendedRetries,
    standardWebhooks,
    cloudEvents,
    headers,
    tagFilter,
    strictOrder,
    maxPerMinute,
    transform,
    active,
    includeFinalOutput,
    includeTraceSpans,
    includeRateLimits,
    includeUsageData,
    includeTags,
  };
}

/** Validates field by field with the API's own rules. */
export function draftErrors(draft: WebhookDraft): DraftErrors {
  const result = WebhookSettings.safeParse(draft);
  if (result.success) return {};
  const errors: DraftErrors = {};
  for (const issue of result.error.issues) {
    const field = FIELDS.find((name) => name === issue.path[0]);
    if (field !== undefined) errors[field] ??= issue.message;
  }
  return errors;
}

/** Returns the fields in which two drafts differ. */
export const changedFields = (one: WebhookDraft, other: WebhookDraft): Array<keyof WebhookDraft> =>
  FIELDS.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));

export interface Rebased {
  draft: WebhookDraft;
  /** Fields that another person changed too; the draft keeps its own values. */
  conflicts: Array<keyof WebhookDraft>;
  /** Fields that only the other person changed; their values are adopted. */
  taken: Array<keyof WebhookDraft>;
}

/** Applies the edits over `base` to `theirs`: keeps every edit, and reports conflicts with their changes. */
export function rebaseDraft(base: WebhookDraft, mine: WebhookDraft, theirs: WebhookDraft): Rebased {
  const touched = changedFields(base, mine);
  const moved = changedFields(base, theirs);
  const kept = Object.fromEntries(touched.map((name) => [name, mine[name]]));
  const different = changedFields(mine, theirs);
  return {
    draft: { ...theirs, ...kept },
    conflicts: touched.filter((name) => moved.includes(name) && different.includes(name)),
    taken: moved.filter((name) => !touched.includes(name)),
  };
}
