import { keepInStorage } from '../../ui/keep-in-storage';

const keyOf = (workflowId: string) => `millrace:collapsed:${workflowId}`;

/** The containers and groups that this browser shows collapsed; a document doesn't say. */
export function collapsedKept(storage: Storage | undefined, workflowId: string): ReadonlySet<string> {
  const text = storage?.getItem(keyOf(workflowId)) ?? null;
  if (text === null) return new Set();
  try {
    const known: unknown = JSON.parse(text);
    return new Set(Array.isArray(known) ? known.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set(); // Not ours, or cut off: all are shown open.
  }
}

export function keepCollapsed(
  storage: Storage | undefined,
  workflowId: string,
  collapsed: ReadonlySet<string>,
): void {
  const text = collapsed.size === 0 ? null : JSON.stringify([...collapsed]);
  keepInStorage(storage, keyOf(workflowId), text, 'which containers and groups are collapsed');
}
