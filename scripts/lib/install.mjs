import fs from 'node:fs';
import { OperatorError } from './operator-error.mjs';
import { saying } from './progress.mjs';
import { inProject } from './project.mjs';
import { runNode, runTool } from './run-tool.mjs';

const NPM_FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Returns true if the packages of the lockfile are installed, by any tool; without `dev` those for tests do
 * not count.
 */
export function packagesArePresent({ dev }) {
  return missingPackages(wantedPackages(), presentPackages(), { dev }).length === 0;
}

/** Installs the packages of the lockfile; without `dev` only those needed to build and run the product. */
export function installPackages(lifetime, { dev }) {
  const wanted = packageFolders({ dev });
  const soFar = () => `${wanted.filter(isThere).length} of ${wanted.length}`;
  const label = dev ? 'Installing the packages, those for tests too' : 'Installing the packages';
  const install = async () => {
    const { exitCode, output } = await runNpm(
      lifetime,
      npmCommand(wantedPackages(), presentPackages(), { dev }),
    );
    if (exitCode === 0) return;
    throw new OperatorError(
      `${output.trim()}\nThe packages could not be installed: see npm's words above, ` +
        'check the network and start again.',
    );
  };
  return saying(`${label} (once, a minute or two)`, install, { soFar });
}

/**
 * Returns the arguments of npm. `npm ci` first deletes everything; if packages are only missing, they are
 * added, even under a running server. Installed packages for tests stay, because omitting them would delete
 * them.
 */
export function npmCommand(wanted, present, { dev }) {
  const names = Object.keys(present);
  const isAdding = names.length > 0 && names.every((name) => wanted[name]?.version === present[name].version);
  const keepsDev = dev || names.some((name) => wanted[name]?.dev);
  const only = keepsDev ? '--include=dev' : '--omit=dev';
  return [...(isAdding ? ['install', '--no-save'] : ['ci']), only, ...NPM_FLAGS];
}

/** Returns the names of the packages that must be installed in the end. */
function packageFolders({ dev }) {
  return missingPackages(wantedPackages(), {}, { dev });
}

function isThere(name) {
  return fs.existsSync(inProject(name, 'package.json'));
}

/** Runs npm: the one that started this process if there is one, else the one on PATH. */
export function runNpm(lifetime, args, options) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('npm-cli.js')) return runNode(lifetime, npm, args, options);
  return runTool(lifetime, 'npm', args, options);
}

/**
 * Returns the names of packages that the lockfile requires on this machine and that npm's own record lacks
 * or has at another version.
 */
export function missingPackages(
  wanted,
  present,
  { dev = true, platform = process.platform, arch = process.arch } = {},
) {
  return Object.entries(wanted)
    .filter(([name, entry]) => {
      if (name === '' || (entry.dev && !dev)) return false;
      const found = present[name];
      if (found) return found.version !== entry.version;
      if (!entry.optional) return true;
      // Optional ones count only if they are made for exactly this machine. Its C library is unknown here.
      return !entry.libc && entry.os?.includes(platform) && entry.cpu?.includes(arch);
    })
    .map(([name]) => name);
}

function wantedPackages() {
  return readPackages(inProject('package-lock.json'));
}

function presentPackages() {
  return readPackages(inProject('node_modules/.package-lock.json'));
}

function readPackages(lockfile) {
  if (!fs.existsSync(lockfile)) return {};
  return JSON.parse(fs.readFileSync(lockfile, 'utf8')).packages ?? {};
}
