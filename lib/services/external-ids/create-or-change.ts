import { type Reply, reply } from '../../platform/http/reply';
import type { Guards } from '../access/guards';

interface Ways<Row, Answer> {
  /** Returns what has the external id; null if nothing has. */
  find(): Promise<Row | null>;
  create(): Promise<Answer>;
  /** Changes it to what is given; writes nothing and answers `changed: false` where nothing differs. */
  change(row: Row): Promise<Answer & { changed: boolean }>;
}

/** The result of a PUT by an external id. */
export type Kept<Answer> = Answer & { changed: boolean; created: boolean };

/** Creates what nothing has the external id of, and changes it otherwise. */
export async function createOrChange<Row extends { id: string }, Answer extends { data: unknown }>(
  ways: Ways<Row, Answer>,
): Promise<Kept<Answer>> {
  const changed = async (row: Row) => ({ ...(await ways.change(row)), created: false });
  const before = await ways.find();
  if (before !== null) return changed(before);
  try {
    return { ...(await ways.create()), changed: true, created: true };
  } catch (error) {
    // Another call may have created it since.
    const made = await ways.find();
    if (made === null) throw error;
    return changed(made);
  }
}

/** Returns 201 for what was created, else 200. */
export function replyOfPut({ created, ...answer }: Kept<{ data: unknown }>): Reply {
  return reply(answer, created ? 201 : 200, { 'cache-control': 'private, no-store' });
}

/** The guards of a PUT by an external id: those of the verbs that create and change. */
export const putGuards = (quota: string, actions: readonly string[]): Guards => ({
  role: 'writer',
  quota: { inside: quota, why: 'only what is created takes room' },
  audit: { actions, unless: 'nothing differs from what is given' },
  transaction: { own: 'Creating and changing have a transaction each.' },
});
