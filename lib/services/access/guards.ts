import type { Actor, Role } from './actor';

/** The reason why a verb does without a guard. */
export interface None {
  none: string;
}

/**
 * The guards of an operation that changes something. All must be named: routes of writing methods don't
 * compile without them.
 */
export interface Guards {
  /** The least role in the workspace that is changed. */
  role: Role | None;
  /** The quota on the number of rows. `inside`: the verb checks it itself, for the reason in `why`. */
  quota: string | None | { inside: string; why: string };
  /** The actions it writes to the audit. `unless`: the case in which it correctly writes none. */
  audit: string | readonly string[] | None | { actions: readonly string[]; unless: string };
  /**
   * The function that runs the change and its audit entry in one transaction. `own`: the reason why the
   * verb does so itself.
   */
  transaction: ((...of: never[]) => Promise<unknown>) | None | { own: string };
}

/** A verb that carries its guards (`verbs/define-verb.ts`). */
export interface Verb<In, Out> {
  (actor: Actor, input: In): Promise<Out>;
  guards: Guards;
}

/** Returns the actions that a verb may write to the audit. */
export function actionsOf({ audit }: Pick<Guards, 'audit'>): readonly string[] {
  if (typeof audit === 'string') return [audit];
  if ('none' in audit) return [];
  return 'actions' in audit ? audit.actions : audit;
}

const NO_RUN_GUARD = { none: 'A run has limits of its own, which `limits/admission.ts` counts.' };
/** Guards of an operation that starts a run or sends a request for a person who may change the workflow. */
export const runGuards = (role: Guards['role'] = 'writer'): Guards => ({
  role,
  quota: NO_RUN_GUARD,
  audit: { none: 'Each run has a log, which names its trigger and who started it.' },
  transaction: { none: 'The recorder writes runs.' },
});

/** Guards of a read that is a POST because its parameters are too long for a URL. */
export const readGuards = (role: Guards['role'], why = 'It only reads.'): Guards => ({
  role,
  quota: { none: why },
  audit: { none: why },
  transaction: { none: why },
});
