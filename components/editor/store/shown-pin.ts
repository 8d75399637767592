import type { BlockPin } from '@/lib/services/pins/schema';

/** A pin as it is shown: at once, while the server is still asked to keep it. */
export interface ShownPin extends BlockPin {
  isSaving?: true;
}

/** By block id. */
export type ShownPins = Readonly<Record<string, ShownPin>>;
