import fs from 'node:fs';
import path from 'node:path';
import { literalPattern } from './literal-pattern.mjs';
import { patient } from './machine-speed.mjs';
import { readPlaywright } from './playwright-report.mjs';
import { findFreePort } from './ports.mjs';
import { inProject } from './project.mjs';
import { repeatFailed } from './repeat-failed.mjs';
import { runNode } from './run-tool.mjs';
import { startSlowProxy } from './slow-proxy.mjs';

const TIMEOUT_MS = 2_700_000;
/** Files that run in parallel, each with its own port for the service that workflows call. */
const WORKERS = 3;
/** Playwright handles no other signal, and then waits until the product has ended (playwright.config.ts). */
const STOP = { first: /** @type {const} */ ('SIGINT'), graceMs: 60_000 };
const OPERATOR_SETTINGS = [
  'HOST',
  'DATABASE_URL',
  'NEXTAUTH_URL',
  'TRUST_PROXY',
  'DRAIN_SECONDS',
  'LOOP_LIMIT_SECONDS',
  'NEXTAUTH_SECRET',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'WORKER',
  'WEB_PROCESSES',
  'RUN_AS',
  'MILLRACE_PASSWORD',
];

/**
 * Runs the browser tests, then the failed ones with a trace. Playwright starts a new product each time.
 * @param {import('./lifetime.mjs').Lifetime} lifetime
 * @param {{
 *   folder: string, browser: {executable: string, env: object},
 *   selection: import('./vitest-check.mjs').Selection,
 * }} choice
 */
export function e2eCheck(lifetime, { folder, browser, selection }) {
  const report = inProject('.cache', 'playwright.json');
  const run = async (only) => {
    fs.rmSync(report, { force: true });
    const again = only ? ['--last-failed', '--workers=1'] : [`--workers=${WORKERS}`];
    const { exitCode, output } = await runNode(
      lifetime,
      inProject('node_modules/@playwright/test/cli.js'),
      ['test', '--reporter=line,json', ...again, ...argsOf(selection)],
      {
        timeoutMs: patient(TIMEOUT_MS),
        stop: STOP,
        env: {
          ...withoutOperatorSettings(),
          ...(await productSettings(lifetime, folder)),
          ...(only && { E2E_TRACE: '1' }),
          E2E_BROWSER_PATH: browser.executable,
          E2E_BROWSER_ENV: JSON.stringify(browser.env),
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        },
      },
    );
    const found = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : {};
    return readPlaywright(found, { exitCode, output });
  };
  return { name: 'end to end', run: () => repeatFailed(run) };
}

/** @param {import('./vitest-check.mjs').Selection} selection */
function argsOf({ filters = [], title, seed = null }) {
  return [
    ...filters,
    ...(title ? [`--grep=${literalPattern(title)}`] : []),
    ...(seed === null ? [] : [`--shuffle=${seed}`]),
  ];
}

/** Chooses the free ports and the empty folder of a new product. */
async function productSettings(lifetime, folder) {
  const targetPort = await findFreePort();
  const upstreamPorts = [];
  while (upstreamPorts.length < WORKERS) upstreamPorts.push(await findFreePort());
  const slowMs = Number(process.env.E2E_SLOW_MS ?? 0);
  const slow = slowMs > 0 ? await startSlowProxy(lifetime, { targetPort, slowMs }) : null;
  return {
    E2E_PORT: String(targetPort),
    E2E_BASE_URL: slow?.url ?? `http://localhost:${targetPort}`,
    E2E_DATA_DIR: fs.mkdtempSync(path.join(folder, 'product-')),
    E2E_UPSTREAM_PORTS: upstreamPorts.join(),
    WARM_SPARE: 'off', // a second process for each product; the tests about it switch it on
  };
}

/** Sets them empty instead of absent: an absent one would be read from the developer's own .env. */
function withoutOperatorSettings() {
  return Object.fromEntries(OPERATOR_SETTINGS.map((name) => [name, '']));
}
