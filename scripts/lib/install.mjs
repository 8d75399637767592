import fs from 'node:fs';
import { OperatorError } from './operator-error.mjs';
import { saying } from './progress.mjs';
import { inProject } from './project.mjs';
import { runNode, runTool } from './run-tool.mjs';

const NPM_CI = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** Whether all packages of the lockfile are there, whoever installed them. */
export function packagesArePresent() {
  const wanted = readPackages(inProject('package-lock.json'));
  const present = readPackages(inProject('node_modules/.package-lock.json'));
  return missingPackages(wanted, present).length === 0;
}

/** Installs the packages of the lockfile. */
export function installPackages(lifetime) {
  return saying('Installing the packages (once, a minute or two)', async () => {
    const { exitCode, output } = await runNpm(lifetime, NPM_CI);
    if (exitCode === 0) return;
    throw new OperatorError(
      `${output.trim()}\nThe packages could not be installed: see npm's words above, check the network and start again.`,
    );
  });
}

/** Runs npm: the one that started us if there is one, else the one on PATH. */
export function runNpm(lifetime, args, options) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('npm-cli.js')) return runNode(lifetime, npm, args, options);
  return runTool(lifetime, 'npm', args, options);
}

/** Names of packages that the lockfile wants on this machine and npm's own record lacks or has at another version. */
export function missingPackages(wanted, present, { platform = process.platform, arch = process.arch } = {}) {
  return Object.entries(wanted)
    .filter(([name, entry]) => {
      if (name === '') return false;
      const found = present[name];
      if (found) return found.version !== entry.version;
      if (!entry.optional) return true;
      // Of the optional ones only those made for exactly this machine count; the C library can't be told from here.
      return !entry.libc && entry.os?.includes(platform) && entry.cpu?.includes(arch);
    })
    .map(([name]) => name);
}

function readPackages(lockfile) {
  if (!fs.existsSync(lockfile)) return {};
  return JSON.parse(fs.readFileSync(lockfile, 'utf8')).packages ?? {};
}
