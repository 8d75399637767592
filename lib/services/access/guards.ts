import type { Actor, Role } from './actor';

/** A guard that a verb does without, and why. */
export interface None {
  none: string;
}

/**
 * The guards of an operation that changes something, named so that none is forgotten. The routes of writing
 * methods don't compile without them.
 */
export interface Guards {
  /** The least role in the workspace that is changed. */
  role: Role | None;
  /** What there may only be so many of. `inside`: the verb asks for room itself, and why. */
  quota: string | None | { inside: string; why: string };
  /** The actions that it writes to the audit. `unless`: when it rightly writes none. */
  audit: string | readonly string[] | None | { actions: readonly string[]; unless: string };
  /**
   * What runs the change and its audit entry in one transaction. `own`: the verb does so itself, and why.
   */
  transaction: ((...of: never[]) => Promise<unknown>) | None | { own: string };
}

/** A verb that carries its guards (`verbs/define-verb.ts`). */
export interface Verb<In, Out> {
  (actor: Actor, input: In): Promise<Out>;
  guards: Guards;
}

/** The actions that a verb may write to the audit. */
export function actionsOf({ audit }: Pick<Guards, 'audit'>): readonly string[] {
  if (typeof audit === 'string') return [audit];
  if ('none' in audit) return [];
  return 'actions' in audit ? audit.actions : audit;
}

const NO_RUN_GUARD = { none: 'A run has limits of its own, which `limits/admission.ts` counts.' };
/** Guards of what starts a run or sends a request for somebody who may change the workflow. */
export const runGuards = (role: Guards['role'] = 'writer'): Guards => ({
  role,
  quota: NO_RUN_GUARD,
  audit: { none: 'Each run has a log, which names its trigger and who started it.' },
  transaction: { none: 'The recorder writes runs.' },
});

/** Guards of a question that is too long for an address, and so is a POST. */
export const readGuards = (role: Guards['role'], why = 'It only reads.'): Guards => ({
  role,
  quota: { none: why },
  audit: { none: why },
  transaction: { none: why },
});
