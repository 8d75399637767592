import type { Page } from '@playwright/test';

const QUIET_MS = 1_000;

/** Waits until nothing was loaded for a second: with the streams of an editor the network is never idle. */
export async function allLoaded(page: Page): Promise<void> {
  for (let [before, now] = [-1, 0]; now !== before; ) {
    before = now;
    await page.waitForTimeout(QUIET_MS);
    now = await page.evaluate<number>(`performance.getEntriesByType('resource').length`);
  }
}
