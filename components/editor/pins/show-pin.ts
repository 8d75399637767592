import type { EditorStore } from '../store/editor-store';
import type { ShownPin } from '../store/shown-pin';

/** Shows a pin; undefined removes it. */
export const showPin = (store: EditorStore, blockId: string, pin: ShownPin | undefined): void =>
  store.setState(({ pins: { [blockId]: _, ...others } }) => ({
    pins: pin === undefined ? others : { ...others, [blockId]: pin },
  }));

/** Hides pins, also from reads that the server answers before it has removed them. */
export const hidePins = (store: EditorStore, hidden: readonly ShownPin[]): void =>
  store.setState(({ pins, removedPins }) => {
    const ids = new Set(hidden.map(({ blockId }) => blockId));
    return {
      pins: Object.fromEntries(Object.entries(pins).filter(([blockId]) => !ids.has(blockId))),
      removedPins: { ...removedPins, ...storedAt(hidden) },
    };
  });

/** Returns the time at which each pin was stored, by block id. */
export const storedAt = (pins: readonly ShownPin[]): Record<string, string> =>
  Object.fromEntries(pins.map(({ blockId, updatedAt }) => [blockId, updatedAt]));

export const nameOf = (store: EditorStore, blockId: string): string =>
  store.getState().document.blocks[blockId]?.name ?? blockId;
