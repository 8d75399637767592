import type { CSSProperties } from 'react';

const ROOM = '--view-room';

/**
 * Style of an element that scrolls: how tall it is, as a CSS length or sum. A view inside that scrolls by
 * itself is no taller (`heightWithin`), so that all of it can be in sight at once.
 */
export const roomFor = (height: string): CSSProperties => ({ [ROOM]: height }) as CSSProperties;

/** The wanted height, or what is left of the room beside `others`. */
export const heightWithin = (wanted: string, others: string): string =>
  `min(${wanted}, var(${ROOM}, 100dvh) - ${others})`;
