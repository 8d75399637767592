import { keepInStorage } from '../../ui/keep-in-storage';

const keyOf = (workflowId: string) => `millrace:collapsed:${workflowId}`;

/** Returns the containers and groups that this browser shows collapsed; documents don't store that. */
export function readCollapsed(storage: Storage | undefined, workflowId: string): ReadonlySet<string> {
  const text = storage?.getItem(keyOf(workflowId)) ?? null;
  if (text === null) return new Set();
  try {
    const known: unknown = JSON.parse(text);
    return new Set(Array.isArray(known) ? known.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set(); // Invalid or truncated data: all are shown open.
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
