import type { Prisma } from '../../generated/prisma/client';
import { prisma } from '../../platform/postgres/db';
import { type Actor, type Role, requireRole } from '../access/actor';
import { changeAccess } from '../access/change-access';
import { actionsOf, type Guards, type None, type Verb } from '../access/guards';
import { type AuditEntry, recordAudit } from '../audit/record-audit';
import { QUOTAS, type Quota, requireRoomFor } from './quotas';

type Transaction = Prisma.TransactionClient;

/** The object of a change: it determines the role, quota and audit. */
export interface Subject {
  /** Null if it belongs to no workspace, such as an account. */
  workspaceId: string | null;
  workflowId?: string;
}

/** Runs `work` in a transaction, after taking the locks; sends the notifications after the commit. */
type RunTransaction<About> = <T>(about: About, work: (tx: Transaction) => Promise<T>) => Promise<T>;

/** An audit entry; the defaults are the subject's workspace and the verb's only action. */
type Entry<Action> = Omit<AuditEntry, 'workspaceId' | 'action'> & {
  action?: Action;
  workspaceId?: string | null;
};

/** The result of a change. `audit` may be null only for verbs with `unless`. */
interface Changed<T, Action> {
  result: T;
  audit: Entry<Action> | ReadonlyArray<Entry<Action>> | null;
}

/** A verb's only way to a transaction: role, quota, the change and its audit entry, or nothing. */
export type Change<About extends Subject = Subject, Action = string> = <T>(
  about: About,
  work: (tx: Transaction) => Promise<Changed<T, Action>>,
) => Promise<T>;

interface Definition<In, Out, About extends Subject, Action extends string> {
  role: Role | None;
  quota: Quota | None | { inside: Quota; why: string };
  audit: Action | readonly Action[] | None | { actions: readonly Action[]; unless: string };
  transaction: RunTransaction<About>;
  run(actor: Actor, input: In, change: Change<About, Action>): Promise<Out>;
}

/**
 * Defines a verb that changes something, with its guards. The role is checked first if the input contains
 * the workspace, and always before the change. A verb that declares an audit entry and writes none fails,
 * so that its first test detects it.
 */
export function defineVerb<In, Out, About extends Subject, const Action extends string>(
  definition: Definition<In, Out, About, Action>,
): Verb<In, Out> {
  const { role, quota, audit, transaction } = definition;
  const verb = async (actor: Actor, input: In): Promise<Out> => {
    const named = (input as { workspaceId?: unknown } | undefined)?.workspaceId;
    if (typeof role === 'string' && typeof named === 'string') requireRole(actor, named, role);
    let isWritten = false;
    const change: Change<About, Action> = async (about, work) => {
      if (typeof role === 'string') requireRole(actor, about.workspaceId ?? '', role);
      const result = await transaction(about, async (tx) => {
        if (typeof quota === 'string') await requireRoomFor(tx, quota, holderOf(quota, actor, about));
        const changed = await work(tx);
        for (const entry of [changed.audit ?? []].flat())
          await recordAudit(tx, actor, completed(definition, about, entry as Entry<Action>));
        if (changed.audit === null) requireUnless(definition);
        return changed.result;
      });
      isWritten = true;
      return result;
    };
    const answer = await definition.run(actor, input, change);
    if (!isWritten) requireUnless(definition);
    return answer;
  };
  return Object.assign(verb, { guards: { role, quota, audit, transaction } });
}

/** Returns the owner of the rows that the quota counts. */
function holderOf(quota: Quota, { userId }: Actor, { workspaceId, workflowId }: Subject): string {
  const holders = {
    You: userId,
    // Known to the verb alone: it may be a service account.
    'An account': null,
    'A workspace': workspaceId,
    'A workflow': workflowId,
  };
  const holder = holders[QUOTAS[quota].of];
  if (holder == null) throw new Error(`Nobody is named whose ${quota} are counted.`);
  return holder;
}

function completed(guards: Pick<Guards, 'audit'>, about: Subject, entry: Entry<string>): AuditEntry {
  const actions = actionsOf(guards);
  const action = entry.action ?? (actions.length === 1 ? actions[0] : undefined);
  if (action === undefined || !actions.includes(action))
    throw new Error(`The verb does not name the audit action ${action}.`);
  return { workspaceId: about.workspaceId, ...entry, action };
}

/** @throws Error for a verb without its declared audit entry */
function requireUnless({ audit }: Pick<Guards, 'audit'>): void {
  if (typeof audit !== 'string' && ('none' in audit || 'unless' in audit)) return;
  throw new Error(`The verb wrote no audit entry ${actionsOf({ audit }).join(' or ')}.`);
}

export const plainTransaction: RunTransaction<Subject> = (_, work) => prisma().$transaction(work);

/** Runs a change of access rights; afterwards this process has dropped its cached results. */
export const accessTransaction: RunTransaction<Subject> = (_, work) => changeAccess(work);
