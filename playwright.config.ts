import { defineConfig, devices } from '@playwright/test';
import { patient } from './scripts/lib/machine-speed.mjs';

/** `npm test` chooses ports and a folder for a new product and finds a Chromium (scripts/lib/e2e-check.mjs). */
const {
  E2E_PORT,
  E2E_BASE_URL = 'http://localhost:3000',
  E2E_DATA_DIR = '',
  E2E_UPSTREAM_PORTS = '',
  E2E_BROWSER_PATH,
  E2E_BROWSER_ENV,
  E2E_TRACE,
} = process.env;

/** The product as `npm start` runs it, on an empty folder; its workflows may only call the tests' upstreams. */
const PRODUCT = {
  name: 'product',
  command: `unset FORCE_COLOR; exec "${process.execPath}" scripts/start.mjs`,
  env: {
    PORT: E2E_PORT ?? '',
    NEXTAUTH_URL: E2E_BASE_URL,
    DATA_DIR: E2E_DATA_DIR,
    OUTBOUND_ALLOW: E2E_UPSTREAM_PORTS.split(',')
      .map((port) => `127.0.0.1:${port}`)
      .join(),
    npm_lifecycle_event: 'start', // as under npm, it also ends when its parent was killed
  },
  wait: { stdout: /Millrace is ready/ },
  timeout: patient(120_000),
  stdout: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 45_000 },
};

const DESKTOP = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 1,
  retries: 0, // what failed runs again alone, on a product of its own (scripts/lib/e2e-check.mjs)
  ...(E2E_PORT && { webServer: PRODUCT }),
  forbidOnly: true,
  // Limits for what hangs; a test that is about time has a bound of its own.
  timeout: patient(120_000),
  expect: { timeout: patient(20_000) },
  use: {
    baseURL: E2E_BASE_URL,
    actionTimeout: patient(60_000), // what can't be clicked is told long before its test's limit
    // Recording every response and a copy of the page at each step takes a good part of a test's time.
    trace: E2E_TRACE === '1' ? { mode: 'retain-on-failure', screenshots: false, snapshots: true } : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    // The view jumps where it would glide: what a test points at stays where it was found.
    contextOptions: { reducedMotion: 'reduce' },
    // Requests for pages come past what tests put in their way (`offline.spec.ts` is about such a worker).
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: E2E_BROWSER_PATH,
      env: { ...process.env, ...JSON.parse(E2E_BROWSER_ENV ?? '{}') },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--in-process-gpu', // nothing is drawn by one: a process and its copying less
        '--disable-dev-shm-usage',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'first visit', testMatch: 'first-visit.spec.ts', use: DESKTOP },
    { name: 'chromium', testIgnore: 'first-visit.spec.ts', dependencies: ['first visit'], use: DESKTOP },
  ],
});
