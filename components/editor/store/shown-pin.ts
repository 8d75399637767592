import type { BlockPin } from '@/lib/services/pins/schema';

/** A displayed pin: shown immediately, while the server is still storing it. */
export interface ShownPin extends BlockPin {
  isSaving?: true;
}

/** Pins by block id. */
export type ShownPins = Readonly<Record<string, ShownPin>>;
