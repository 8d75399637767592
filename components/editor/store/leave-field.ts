import type { EditorStore } from './editor-store';

const NO_FIELDS: ReadonlySet<string> = new Set();

export const beginBlock = (store: EditorStore, blockId: string): void =>
  store.setState({ fresh: { blockId, left: NO_FIELDS } });

/** Marks a field as left, so that its problems are shown from now on. */
export function leaveField(store: EditorStore, blockId: string, field: string): void {
  const { fresh } = store.getState();
  if (fresh === null || fresh.blockId !== blockId || fresh.left.has(field)) return;
  store.setState({ fresh: { blockId, left: new Set([...fresh.left, field]) } });
}

/** Ends the new block's grace period, for example before a run: all problems are shown. */
export const endFresh = (store: EditorStore): void => {
  if (store.getState().fresh !== null) store.setState({ fresh: null });
};
