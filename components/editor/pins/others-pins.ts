import type { BlockPin } from '@/lib/services/pins/schema';

type Pins = Readonly<Record<string, BlockPin>>;

export interface PinChange {
  blockId: string;
  /** Null for who isn't known. */
  by: string | null;
  what: 'replaced' | 'removed';
}

/** What others made of the pins that are shown, once they are read again; a new pin shows itself. */
export function changesByOthers(before: Pins, after: readonly BlockPin[]): PinChange[] {
  const now = new Map(after.map((pin) => [pin.blockId, pin]));
  return Object.values(before).flatMap(({ blockId, output, updatedAt, updatedBy }): PinChange[] => {
    // Not stored yet: what is read doesn't know of it.
    if (updatedBy === null) return [];
    const pin = now.get(blockId);
    if (pin === undefined) return [{ blockId, by: null, what: 'removed' }];
    // What was read before one's own pin was stored is older.
    const isOld = pin.updatedAt <= updatedAt;
    const isSame = isOld || JSON.stringify(pin.output) === JSON.stringify(output);
    return isSame ? [] : [{ blockId, by: pin.updatedBy, what: 'replaced' }];
  });
}
