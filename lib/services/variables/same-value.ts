import { type Actor, requireRole } from '../access/actor';
import { readVariables } from './read-variables';

/**
 * Returns for each value the variable that already has it, in drafts and in live versions alike; null if
 * none has. It reveals nothing new: people who may write can send any variable's value wherever they like.
 */
export async function variablesOfSameValue(
  actor: Actor,
  { workspaceId, values }: { workspaceId: string; values: readonly string[] },
): Promise<{ data: Array<string | null> }> {
  requireRole(actor, workspaceId, 'writer');
  const [draft, live] = await Promise.all([
    readVariables({ workspaceId, environment: 'draft' }),
    readVariables({ workspaceId, environment: 'live' }),
  ]);
  const names = new Map<string, string>();
  for (const [name, value] of draft.values)
    if (live.values.get(name) === value && !names.has(value)) names.set(value, name);
  return { data: values.map((value) => names.get(value) ?? null) };
}
