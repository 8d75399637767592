import type { BlockPin } from '@/lib/services/pins/schema';
import type { EditorState } from '../store/editor-store';
import type { ShownPin, ShownPins } from '../store/shown-pin';
import { storedAt } from './show-pin';

export interface PinChange {
  blockId: string;
  /** Null if the user isn't known. */
  by: string | null;
  what: 'replaced' | 'removed';
}

export interface PinsRead {
  /** By block id, the time at which each pin was stored that was shown or removed before the read began. */
  seen: Readonly<Record<string, string>>;
  pins: readonly BlockPin[];
}

/** Returns `seen` for the read that begins now. */
export const seenPins = ({
  pins,
  removedPins,
}: Pick<EditorState, 'pins' | 'removedPins'>): PinsRead['seen'] => ({
  ...removedPins,
  ...storedAt(Object.values(pins)),
});

/**
 * Returns the pins to show after a read, and other users' changes to shown pins; a new pin is visible by
 * itself. Pins set or removed here after the read began may be missing in it, or still present.
 */
export function pinsAfterRead(shown: ShownPins, read: PinsRead): { pins: ShownPins; changes: PinChange[] } {
  const now = new Map(read.pins.map((pin) => [pin.blockId, pin]));
  const wasSeen = ({ blockId, updatedAt }: BlockPin) => read.seen[blockId] === updatedAt;
  const changes: PinChange[] = [];
  const kept = Object.values(shown).flatMap((pin): ShownPin[] => {
    const stored = now.get(pin.blockId);
    if (pin.isSaving || (stored === undefined && !wasSeen(pin))) return [pin];
    const change = changeOf(pin, stored);
    if (change !== null) changes.push(change);
    if (stored === undefined) return [];
    return [stored.updatedAt < pin.updatedAt ? pin : stored];
  });
  const added = read.pins.filter((pin) => shown[pin.blockId] === undefined && !wasSeen(pin));
  return { pins: Object.fromEntries([...kept, ...added].map((pin) => [pin.blockId, pin])), changes };
}

function changeOf({ blockId, output, updatedAt }: ShownPin, stored: BlockPin | undefined): PinChange | null {
  if (stored === undefined) return { blockId, by: null, what: 'removed' };
  // A read from before the user's own pin was stored is older.
  const isOld = stored.updatedAt <= updatedAt;
  const isSame = isOld || JSON.stringify(stored.output) === JSON.stringify(output);
  return isSame ? null : { blockId, by: stored.updatedBy, what: 'replaced' };
}
