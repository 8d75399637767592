import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { findAccount } from './accounts.mjs';
import { OperatorError } from './operator-error.mjs';
import { bundleOf } from './prepare.mjs';
import { say } from './progress.mjs';
import { inProject, PROJECT_ROOT, setting } from './project.mjs';

const PORTS_OF_ROOT = 1024;

/** Files of the clone that the product's processes read, one of each kind. */
const READ = [
  'node_modules/next/package.json',
  'prisma/migrations',
  'lib/platform/sandbox/thread/main.mjs',
  'package.json',
];

const TRIAL = `
const fs = require('node:fs');
const [address, ...files] = process.argv.slice(1);
process.on('uncaughtException', (error) => { console.error(error.message); process.exit(1); });
for (const file of files) fs.accessSync(file, fs.constants.R_OK);
if (address) require('node:net').createServer().listen(JSON.parse(address), () => process.exit(0));`;

/**
 * Returns the account of the product's processes: `{uid, gid}` if this process is root, else `{}` (the same
 * account). RUN_AS names it; otherwise it is the clone's owner, else `nobody`. If it cannot read the clone,
 * a RUN_AS is refused; without one the processes stay root's, with a warning. Call it after the build.
 * @returns {{uid?: number, gid?: number}}
 */
export function chooseAccount({ port = 0, host = '' } = {}) {
  const wanted = setting('RUN_AS');
  const own = process.getuid?.();
  if (own !== 0) {
    if (!wanted || findAccount(wanted)?.uid === own) return {};
    throw new OperatorError(`RUN_AS=${wanted} needs root: start as root, or as ${wanted} without RUN_AS.`);
  }
  if (wanted === 'root') return {};
  const account = wanted ? findAccount(wanted) : (ownerOfClone() ?? findAccount('nobody'));
  if (wanted && !account)
    throw new OperatorError(`RUN_AS=${wanted} is no account of this machine: make it, or name another.`);
  const problem = account ? findProblem(account, { port, host }) : 'there is no account "nobody"';
  if (!problem) return account ?? {};
  if (wanted) throw new OperatorError(`Millrace can't run as ${wanted}: ${problem}.`);
  say(
    `Warning: Millrace runs as root, because an ordinary account can't run it (${problem}). ` +
      'Put the clone where others can read it, or name an account with RUN_AS; ' +
      'RUN_AS=root stays root without this warning.',
  );
  return {};
}

/** Another account does not need root's home, and may not read it. */
export function environmentFor(account, env) {
  return account.uid === undefined ? env : { ...env, HOME: '/' };
}

function ownerOfClone() {
  const { uid, gid } = fs.statSync(PROJECT_ROOT);
  return uid === 0 ? null : { uid, gid };
}

function findProblem(account, { port, host }) {
  const files = [...READ.map((file) => inProject(file)), bundleOf('server')];
  const address = port > 0 && port < PORTS_OF_ROOT ? JSON.stringify({ port, host }) : '';
  const trial = spawnSync(
    process.execPath,
    ['-e', TRIAL, address, ...files.filter((file) => fs.existsSync(file))],
    {
      ...account,
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    },
  );
  if (trial.status === 0) return null;
  /** @type {NodeJS.ErrnoException | undefined} */
  const error = trial.error;
  return (error ? `${PROJECT_ROOT} or ${process.execPath}: ${error.code}` : trial.stderr).trim();
}
