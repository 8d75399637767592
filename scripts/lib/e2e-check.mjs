import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { literalPattern } from './literal-pattern.mjs';
import { patient } from './machine-speed.mjs';
import { OperatorError } from './operator-error.mjs';
import { readPlaywright } from './playwright-report.mjs';
import { findFreePort } from './ports.mjs';
import { inProject, PROJECT_ROOT, toolEnvironment } from './project.mjs';
import { repeatFailed } from './repeat-failed.mjs';
import { runNode, stopChild } from './run-tool.mjs';
import { startSlowProxy } from './slow-proxy.mjs';

const TIMEOUT_MS = 2_700_000;
/** Files that run in parallel, each with its own port for the service that workflows call. */
const WORKERS = 2;
const STOP_GRACE_MS = 45_000;
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
 * Runs the browser tests against a product started by `npm start` on an empty data folder, and failed tests
 * against another one, with a trace.
 * @param {import('./lifetime.mjs').Lifetime} lifetime
 * @param {{
 *   folder: string, browser: {executable: string, env: object},
 *   selection: import('./vitest-check.mjs').Selection,
 * }} choice
 */
export function e2eCheck(lifetime, { folder, browser, selection }) {
  const chosen = argsOf(selection);
  const run = async (only) => {
    const dataFolder = fs.mkdtempSync(path.join(folder, 'product-'));
    const args = only ? ['--last-failed', '--workers=1'] : [`--workers=${WORKERS}`];
    const env = only ? { E2E_TRACE: '1' } : {};
    return runPlaywright(lifetime, { dataFolder, browser, env, args: [...args, ...chosen] });
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

async function runPlaywright(lifetime, { dataFolder, browser, env, args }) {
  const upstreamPorts = [];
  while (upstreamPorts.length < WORKERS) upstreamPorts.push(await findFreePort());
  const product = await startProduct(lifetime, { dataFolder, upstreamPorts });
  const report = inProject('.cache', 'playwright.json');
  fs.rmSync(report, { force: true });
  const { exitCode, output } = await runNode(
    lifetime,
    inProject('node_modules/@playwright/test/cli.js'),
    ['test', '--reporter=line,json', ...args],
    {
      timeoutMs: patient(TIMEOUT_MS),
      env: {
        ...withoutOperatorSettings(),
        E2E_BASE_URL: product.url,
        E2E_DATA_DIR: dataFolder,
        E2E_UPSTREAM_PORTS: upstreamPorts.join(),
        E2E_BROWSER_PATH: browser.executable,
        E2E_BROWSER_ENV: JSON.stringify(browser.env),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        ...env,
      },
    },
  );
  const found = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : {};
  await product.stop();
  const productOutput = product.output();
  const whole = `${output}\n── what the product said ──\n${productOutput}`;
  return readPlaywright(found, { exitCode, output: whole, productOutput });
}

/**
 * Runs `npm start` on a free port and an empty folder; its workflows may only call the tests' upstream
 * servers.
 */
async function startProduct(lifetime, { dataFolder, upstreamPorts }) {
  const targetPort = await findFreePort();
  const slowMs = Number(process.env.E2E_SLOW_MS ?? 0);
  const slow = slowMs > 0 ? await startSlowProxy(lifetime, { targetPort, slowMs }) : null;
  const child = spawn(process.execPath, [inProject('scripts/start.mjs')], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: toolEnvironment({
      ...withoutOperatorSettings(),
      PORT: String(targetPort),
      ...(slow && { NEXTAUTH_URL: slow.url }),
      DATA_DIR: dataFolder,
      OUTBOUND_ALLOW: upstreamPorts.map((port) => `127.0.0.1:${port}`).join(),
    }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  const stop = () => stopChild(child, { graceMs: STOP_GRACE_MS });
  lifetime.onEnd(stop);
  const url = await new Promise((resolve, reject) => {
    child.once('message', (/** @type {{url: string}} */ { url }) => resolve(url));
    child.once('exit', () =>
      reject(new OperatorError(`${output.trim()}\nThe product did not start: its own words are above.`)),
    );
  });
  return { url, stop, output: () => output };
}

/** Sets them empty instead of absent: an absent one would be read from the developer's own .env. */
function withoutOperatorSettings() {
  return Object.fromEntries(OPERATOR_SETTINGS.map((name) => [name, '']));
}
