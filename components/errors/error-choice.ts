import type { ErrorGroupState } from '@/lib/services/error-groups/schema';

export const ERROR_TABS = ['open', 'resolved', 'ignored', 'all'] as const;
export type ErrorTab = (typeof ERROR_TABS)[number];

export const STATES_OF_TAB: Readonly<Record<ErrorTab, readonly ErrorGroupState[] | null>> = {
  open: ['new', 'acknowledged'],
  resolved: ['resolved'],
  ignored: ['ignored'],
  all: null,
};

/** The filters of the page and the open group, as stored in the URL. */
export interface ErrorChoice {
  tab: ErrorTab;
  /** Comma-separated; empty means all. */
  workflowIds: string;
  /** True for the groups that the person looks after. */
  isMine: boolean;
  /** A log whose group is shown alone; empty if there is none. */
  logId: string;
  /** Id of the group in the panel; empty if there is none. */
  openId: string;
}

export function readErrorChoice(search: { get(name: string): string | null }): ErrorChoice {
  return {
    tab: ERROR_TABS.find((tab) => tab === search.get('show')) ?? 'open',
    workflowIds: search.get('workflowIds') ?? '',
    isMine: search.get('assignee') === 'me',
    logId: search.get('log') ?? '',
    openId: search.get('error') ?? '',
  };
}

/** Returns the URL's search string with a part of the choice changed; default values are left out. */
export function withErrorChoice(search: string, change: Partial<ErrorChoice>): string {
  const params = new URLSearchParams(search);
  const { tab, workflowIds, isMine, logId, openId } = { ...readErrorChoice(params), ...change };
  const set = (name: string, value: string) => (value === '' ? params.delete(name) : params.set(name, value));
  set('show', tab === 'open' ? '' : tab);
  set('workflowIds', workflowIds);
  set('assignee', isMine ? 'me' : '');
  set('log', logId);
  set('error', openId);
  return params.toString();
}
