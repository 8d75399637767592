import type { CSSProperties } from 'react';

const ROOM = '--view-room';

/**
 * Returns the style of a scrolling element with this height, a CSS length or sum. A scrolling view inside
 * is at most this high (`heightWithin`), so that it fits into view completely.
 */
export const roomFor = (height: string): CSSProperties => ({ [ROOM]: height }) as CSSProperties;

/** Returns the wanted height, at most the space left beside `others`. */
export const heightWithin = (wanted: string, others: string): string =>
  `min(${wanted}, var(${ROOM}, 100dvh) - ${others})`;
