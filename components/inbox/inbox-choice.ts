import type { OpenWait } from '@/lib/services/runs/wait-schema';

/** The filter of the inbox, as stored in the URL. */
export interface InboxChoice {
  kind: OpenWait['kind'];
  /** True for all workspaces of the person instead of the current one. */
  isEverywhere: boolean;
  /** Comma-separated; empty means all. */
  workflowIds: string;
}

export function readInboxChoice(search: { get(name: string): string | null }): InboxChoice {
  return {
    kind: search.get('kind') === 'callback' ? 'callback' : 'approval',
    isEverywhere: search.get('workspaces') === 'all',
    workflowIds: search.get('workflowIds') ?? '',
  };
}

/** Returns the URL's search string with a part of the choice changed; default values are left out. */
export function withInboxChoice(search: string, change: Partial<InboxChoice>): string {
  const params = new URLSearchParams(search);
  const { kind, isEverywhere, workflowIds } = { ...readInboxChoice(params), ...change };
  const set = (name: string, value: string) => (value === '' ? params.delete(name) : params.set(name, value));
  set('kind', kind === 'callback' ? kind : '');
  set('workspaces', isEverywhere ? 'all' : '');
  set('workflowIds', workflowIds);
  return params.toString();
}

/** Returns the matching waits, the one that expires first at the top. */
export function chosenWaits(waits: readonly OpenWait[], { kind, workflowIds }: InboxChoice): OpenWait[] {
  const ids = workflowIds.split(',').filter(Boolean);
  const endOf = ({ dueAt }: OpenWait): number =>
    dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt);
  return waits
    .filter((wait) => wait.kind === kind && (ids.length === 0 || ids.includes(wait.workflowId)))
    .sort((a, b) => endOf(a) - endOf(b) || Date.parse(a.startedAt) - Date.parse(b.startedAt));
}
