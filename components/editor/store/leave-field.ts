import type { EditorStore } from './editor-store';

const NO_FIELDS: ReadonlySet<string> = new Set();

export const beginBlock = (store: EditorStore, blockId: string): void =>
  store.setState({ fresh: { blockId, left: NO_FIELDS } });

/** From here on what is wrong with the field is said. */
export function leaveField(store: EditorStore, blockId: string, field: string): void {
  const { fresh } = store.getState();
  if (fresh === null || fresh.blockId !== blockId || fresh.left.has(field)) return;
  store.setState({ fresh: { blockId, left: new Set([...fresh.left, field]) } });
}

/** Somebody wants it to work now: whatever is missing is said. */
export const endFresh = (store: EditorStore): void => {
  if (store.getState().fresh !== null) store.setState({ fresh: null });
};
