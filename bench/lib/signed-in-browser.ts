import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { type KeyHolder, keyHolder } from '../../e2e/fixtures/api';
import { PASSWORD } from '../../e2e/fixtures/author';
import { bootstrap, liftLimits, type Product, startProduct } from '../../e2e/fixtures/product';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import type { Lifetime } from '../../scripts/lib/lifetime.mjs';
import { prepare } from '../../scripts/lib/prepare.mjs';
import { makeTestFolder } from '../../scripts/lib/test-folder.mjs';

const VIEWPORT = { width: 1440, height: 900 };
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'];

export interface SignedInBrowser {
  /** Returns a new context: signed in, nothing cached. `initScript` runs first in each of its pages. */
  newContext(initScript?: string): Promise<BrowserContext>;
  /** Returns the current slowness of this machine for a browser, relative to a quiet one (1). */
  slowness(): Promise<number>;
}

/**
 * Starts a production build on an empty data folder, with an account without limits, its key and its
 * browser. `settings` extend the environment.
 */
export async function productInBrowser(
  lifetime: Lifetime,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ author: KeyHolder; browser: SignedInBrowser }> {
  await prepare(lifetime, { pages: true });
  const env = { ...process.env, ...settings, DATA_DIR: path.join(makeTestFolder(lifetime), 'product') };
  const product = await lifetime.acquire(
    () => startProduct(env),
    (one: Product) => one.stop(),
  );
  const author = keyHolder(product, await bootstrap(env));
  await liftLimits(env);
  return { author, browser: await signedInBrowser(lifetime, product.url) };
}

/** Returns a browser in which the account created by `bootstrap` is signed in. */
export async function signedInBrowser(lifetime: Lifetime, baseURL: string): Promise<SignedInBrowser> {
  const found = await findChromium(lifetime);
  const browser: Browser = await lifetime.acquire(
    () =>
      chromium.launch({
        executablePath: found.executable,
        env: { ...process.env, ...found.env } as Record<string, string>,
        args: FLAGS,
      }),
    (one: Browser) => one.close(),
  );
  const context = await browser.newContext({ baseURL, viewport: VIEWPORT });
  await signIn(await context.newPage());
  const storageState = await context.storageState();
  await context.close();
  return {
    newContext: async (initScript) => {
      const made = await browser.newContext({ baseURL, storageState, viewport: VIEWPORT });
      if (initScript !== undefined) await made.addInitScript({ content: initScript });
      return made;
    },
    slowness: async () => {
      const page = await browser.newPage({ viewport: VIEWPORT });
      const taken = await page.evaluate<number>(YARDSTICK);
      await page.close();
      return Math.max(1, taken / YARDSTICK_QUIET_MS);
    },
  };
}

/** The processor time of one round on the two cores that the benches' limits assume. */
const YARDSTICK_QUIET_MS = 150;

/** A small model of a page's work: objects created and sorted, elements laid out, the best of three. */
const YARDSTICK = `(async () => {
  let best = Infinity;
  for (let round = 0; round < 3; round += 1) {
    const begun = performance.now();
    const rows = Array.from({ length: 60_000 }, (_, at) => ({ key: String((at * 7919) % 60_013), at }));
    rows.sort((a, b) => a.key.localeCompare(b.key));
    const list = document.createElement('div');
    for (const { key } of rows.slice(0, 3_000)) {
      list.append(Object.assign(document.createElement('p'), { textContent: key }));
    }
    document.body.append(list);
    list.getBoundingClientRect();
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    list.remove();
    best = Math.min(best, performance.now() - begun);
  }
  return best;
})()`;

async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill('robot@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/w\//);
}
