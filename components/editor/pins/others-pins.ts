import type { BlockPin } from '@/lib/services/pins/schema';
import type { ShownPin, ShownPins } from '../store/shown-pin';

export interface PinChange {
  blockId: string;
  /** Null for who isn't known. */
  by: string | null;
  what: 'replaced' | 'removed';
}

export interface PinsRead {
  /** When each of the pins that were shown as the reading began was stored, by block id. */
  seen: Readonly<Record<string, string>>;
  pins: readonly BlockPin[];
}

/** For the reading that begins now. */
export const seenPins = (shown: ShownPins): PinsRead['seen'] =>
  Object.fromEntries(Object.values(shown).map(({ blockId, updatedAt }) => [blockId, updatedAt]));

/**
 * What is to be shown once the pins are read again, and what others made of those that were shown; a new
 * pin shows itself. What was pinned or unpinned here after the reading began may be missing in it, or still
 * there.
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
  // What was read before one's own pin was stored is older.
  const isOld = stored.updatedAt <= updatedAt;
  const isSame = isOld || JSON.stringify(stored.output) === JSON.stringify(output);
  return isSame ? null : { blockId, by: stored.updatedBy, what: 'replaced' };
}
