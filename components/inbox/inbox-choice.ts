import type { Mention } from '@/lib/services/comments/schema';
import type { OpenWait } from '@/lib/services/runs/wait-schema';

export const INBOX_KINDS = ['approval', 'mention', 'callback'] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** The filter of the inbox, as stored in the URL. */
export interface InboxChoice {
  kind: InboxKind;
  /** True for all workspaces of the person instead of the current one. */
  isEverywhere: boolean;
  /** Comma-separated; empty means all. */
  workflowIds: string;
}

export function readInboxChoice(search: { get(name: string): string | null }): InboxChoice {
  return {
    kind: INBOX_KINDS.find((kind) => kind === search.get('kind')) ?? 'approval',
    isEverywhere: search.get('workspaces') === 'all',
    workflowIds: search.get('workflowIds') ?? '',
  };
}

/** Returns the URL's search string with a part of the choice changed; default values are left out. */
export function withInboxChoice(search: string, change: Partial<InboxChoice>): string {
  const params = new URLSearchParams(search);
  const { kind, isEverywhere, workflowIds } = { ...readInboxChoice(params), ...change };
  const set = (name: string, value: string) => (value === '' ? params.delete(name) : params.set(name, value));
  set('kind', kind === 'approval' ? '' : kind);
  set('workspaces', isEverywhere ? 'all' : '');
  set('workflowIds', workflowIds);
  return params.toString();
}

/** Returns the matching waits, the one that expires first at the top. */
export function chosenWaits(waits: readonly OpenWait[], { kind, workflowIds }: InboxChoice): OpenWait[] {
  const isChosen = ofWorkflows(workflowIds);
  const endOf = ({ dueAt }: OpenWait): number =>
    dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt);
  return waits
    .filter((wait) => wait.kind === kind && isChosen(wait))
    .sort((a, b) => endOf(a) - endOf(b) || Date.parse(a.startedAt) - Date.parse(b.startedAt));
}

/** Returns the mentions of the chosen workflows, new ones first. */
export function chosenMentions(mentions: readonly Mention[], { workflowIds }: InboxChoice): Mention[] {
  return mentions
    .filter(ofWorkflows(workflowIds))
    .sort((a, b) => Number(a.seenAt !== null) - Number(b.seenAt !== null));
}

/** Counts the mentions that their person has not opened. */
export const unseenOf = (answer: { data: readonly Mention[] } | undefined): number =>
  answer?.data.filter(({ seenAt }) => seenAt === null).length ?? 0;

function ofWorkflows(workflowIds: string): (of: { workflowId: string }) => boolean {
  const ids = workflowIds.split(',').filter(Boolean);
  return ({ workflowId }) => ids.length === 0 || ids.includes(workflowId);
}
