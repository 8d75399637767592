import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { chromiumFromNpm } from './chromium-from-npm.mjs';
import { OperatorError } from './operator-error.mjs';
import { saying } from './progress.mjs';
import { inProject, setting } from './project.mjs';
import { runNode, runTool } from './run-tool.mjs';

const TRIAL_MS = 20_000;
const INSTALL_MS = 300_000;
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const USUAL_PLACES = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  linux: ['/snap/bin/chromium'],
};

/**
 * Returns a Chromium that runs here: `{executable, env}`, where `env` is added to the environment. In
 * order: the one named by E2E_BROWSER (a path, or `npm` for the packaged one), Playwright's own, the
 * machine's, npm's; otherwise it installs one.
 */
export async function findChromium(lifetime) {
  const wanted = setting('E2E_BROWSER');
  if (wanted && wanted !== 'npm') return named(wanted);
  const own = await playwrightPath();
  if (!wanted) {
    const found = [own, ...NAMES.map(onPath), ...(USUAL_PLACES[process.platform] ?? [])].find(runs);
    if (found) return { executable: found, env: {} };
  }
  const packaged = await chromiumFromNpm(lifetime);
  if (packaged && runs(packaged.executable, packaged.env)) return packaged;
  return install(lifetime, own);
}

function named(executable) {
  if (runs(executable)) return { executable, env: {} };
  throw new OperatorError(
    `E2E_BROWSER=${executable} does not run: name a Chromium or Chrome that does, or leave it empty.`,
  );
}

async function install(lifetime, own) {
  const cli = inProject('node_modules/@playwright/test/cli.js');
  await saying('Installing Chromium for the browser tests', async () => {
    await runNode(lifetime, cli, ['install', 'chromium'], { timeoutMs: INSTALL_MS });
    if (runs(own) || process.getuid?.() !== 0 || !onPath('apt-get')) return;
    await runTool(lifetime, 'apt-get', ['update', '-qq'], { timeoutMs: INSTALL_MS });
    await runTool(lifetime, 'apt-get', ['install', '-y', '-qq', 'chromium'], { timeoutMs: INSTALL_MS });
  });
  const found = [own, onPath('chromium')].find(runs);
  if (found) return { executable: found, env: {} };
  throw new OperatorError(
    'There is no Chromium for the browser tests: install one, or name it with E2E_BROWSER=/path/to/it.',
  );
}

async function playwrightPath() {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
}

function runs(executable, env = {}) {
  if (!executable || !fs.existsSync(executable)) return false;
  const trial = spawnSync(executable, ['--version'], { timeout: TRIAL_MS, env: { ...process.env, ...env } });
  return trial.status === 0;
}
