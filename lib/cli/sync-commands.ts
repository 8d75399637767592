import { folderSet } from './kept-folders';
import { alertKind, connectionKind, webhookKind } from './kept-kinds';
import { done, type KeptSet, keptIn, listed, refused } from './kept-set';
import { variableSet } from './kept-variables';
import { openSynced, type Where } from './open-synced';
import { pullKept } from './pull-kept';
import { pullTests } from './pull-tests';
import { type Outcome, type PullOptions, pullWorkflows } from './pull-workflows';
import { pushKept } from './push-kept';
import { pushTests } from './push-tests';
import { type PushOptions, pushWorkflows } from './push-workflows';

/** @throws Error in words @returns what became of everything that isn't the same on both sides */
export async function pull(where: Where, options: PullOptions): Promise<Outcome[]> {
  const { folder, place, workspace, now } = await openSynced(where, options);
  const pulled = async (set: KeptSet): Promise<Outcome[]> => {
    const there = await listed(set);
    if (!Array.isArray(there)) return [done(`${set.what} were left out: ${there.message}`)];
    return pullKept(folder, now(), { set, there }, options);
  };
  // Workflows name connections by their files.
  const connections = await pulled(connectionKind(place));
  const workflows = await pullWorkflows(folder, now(), { workspace, names: place.names }, options);
  const tests = await pullTests(folder, now(), place.client, options);
  const others: Outcome[] = [];
  const kinds = [webhookKind(place), alertKind(place)];
  for (const set of [...kinds, folderSet(workspace, place), variableSet(place, options)])
    others.push(...(await pulled(set)));
  return [...workflows, ...tests, ...connections, ...others];
}

export async function push(where: Where, options: PushOptions): Promise<Outcome[]> {
  const { folder, state, place, workspace, now } = await openSynced(where, options);
  const { client, names } = place;
  const pushed = async (set: KeptSet): Promise<Outcome[]> => {
    const isThere = keptIn(set, place.files).size > 0;
    const isKnown = Object.values(now().kept ?? {}).some(({ file }) => set.takes(file));
    if (!isThere && !isKnown) return [];
    const there = await listed(set);
    if (!Array.isArray(there)) return [refused(`${set.what}: ${there.message}`)];
    return pushKept(folder, now(), { set, there }, options);
  };
  const outcomes: Outcome[] = [];
  for (const set of [folderSet(workspace, place), connectionKind(place), variableSet(place, options)])
    outcomes.push(...(await pushed(set)));
  const files = new Set(Object.values(state.workflows).map(({ file }) => file));
  const takes = (file: string) => files.has(file);
  // A workflow that may need its tests to be published comes after them, and a new one before its own.
  outcomes.push(...(await pushTests(folder, now(), client, { ...options, takes, isLast: false })));
  outcomes.push(...(await pushWorkflows(folder, now(), { workspace, client, names }, options)));
  const others = { ...options, takes: (file: string) => !takes(file), isLast: true };
  outcomes.push(...(await pushTests(folder, now(), client, others)));
  for (const set of [webhookKind(place), alertKind(place)]) outcomes.push(...(await pushed(set)));
  return outcomes;
}

/** One line each, and a last one that sums up. */
export function outcomeLines(outcomes: readonly Outcome[]): string {
  const lines = outcomes.map(({ words, isRefused }) => `${isRefused ? 'refused  ' : ''}${words}\n`);
  return outcomes.length === 0 ? 'Folder and workspace are in step.\n' : lines.join('');
}
