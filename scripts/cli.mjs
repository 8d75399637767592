import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runBackupCommand } from './lib/backup-commands.mjs';
import { runCommand } from './lib/lifetime.mjs';
import { bundleOf, prepare } from './lib/prepare.mjs';
import { loadEnvFile, PROJECT_ROOT } from './lib/project.mjs';
import { stopChild } from './lib/run-tool.mjs';
import { openApp } from './lib/serve-app.mjs';

/** Commands on the database. All others call a server by a key, or read files alone, and start no database here. */
const ON_DATABASE = new Set(['bootstrap', 'reset-password', 'verify-email', 'doctor']);
const TWO_WORDS = new Map([
  ['plan', ['set']],
  ['logs', ['partitions', 'retention', 'expire-cursors']],
  ['variables', ['rotate', 'seal']],
]);
const ASKS_FOR_HELP = new Set(['--help', '-h']);

/** @param {string[]} words */
const needsDatabase = ([command = '', second = '']) =>
  ON_DATABASE.has(command) || (TWO_WORDS.get(command)?.includes(second) ?? false);

async function withoutDatabase(lifetime) {
  loadEnvFile();
  await prepare(lifetime, { bundles: true });
  return { env: process.env };
}

async function own(lifetime) {
  const { environment, account, database } = await openApp(lifetime);
  return { env: environment(database.url), ...account };
}

runCommand(async (lifetime) => {
  const given = process.argv.slice(2);
  const [command = 'help'] = given;
  const words = command === 'help' || given.some((arg) => ASKS_FOR_HELP.has(arg)) ? ['help'] : given;
  if (await runBackupCommand(lifetime, words)) return 0;
  const settings = needsDatabase(words) ? await own(lifetime) : await withoutDatabase(lifetime);
  const args = ['--enable-source-maps', bundleOf('cli'), ...words];
  const child = spawn(process.execPath, args, { cwd: PROJECT_ROOT, ...settings, stdio: 'inherit' });
  lifetime.onEnd(() => stopChild(child));
  const [exitCode] = await once(child, 'exit');
  return exitCode ?? 1;
});
