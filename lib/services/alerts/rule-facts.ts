import type { AlertCondition } from './schema';

/** The facts about its rule in a notification. */
export interface RuleFacts {
  id: string;
  workspaceId: string;
  name: string;
  condition: AlertCondition;
  windowMinutes: number;
  workflowIds: readonly string[];
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
