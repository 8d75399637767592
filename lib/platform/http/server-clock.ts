/** Less than this may be the way of a response, or the seconds that a `Date` header leaves out. */
const TOLERATED_MS = 30_000;

let aheadMs = 0;

/** Learns the server's time in ms since 1970, from a response that has just come. */
export function noteServerTime(serverMs: number): void {
  const ms = serverMs - Date.now();
  if (!Number.isNaN(ms)) aheadMs = Math.abs(ms) > TOLERATED_MS ? ms : 0;
}

/**
 * Returns the server's time in ms since 1970. A browser's own clock may be hours wrong; the last hour of logs and the
 * time until a retry are counted by the server's.
 */
export const serverNow = (): number => Date.now() + aheadMs;
