#!/usr/bin/env node
import fs from 'node:fs';
import { closest } from '../../../lib/platform/text/closest';
import { COMMAND_NAMES, isCommand } from './command-names';
import { loadCommand } from './commands';
import { readEnvironment } from './environment';
import { helpOf, listOfCommands } from './help';
import { type GlobalFlags, makePlace } from './place';
import { UsageError } from './usage-error';
import { wordsOf } from './words-of-error';

const COULD_NOT = 2;
const SANDBOX = {
  thread: new URL('./sandbox/thread.mjs', import.meta.url),
  quickJs: new URL('./sandbox/quickjs.wasm', import.meta.url),
};

/** Commands on the database of a server, which are not in the package. */
const OF_THE_SERVER = new Set([
  'bootstrap',
  'reset-password',
  'verify-email',
  'plan',
  'variables',
  'backup',
  'restore',
  'doctor',
]);

async function run(args: readonly string[]): Promise<number> {
  const { flags, rest } = takeGlobalFlags(args);
  const [word = 'help', ...more] = rest;
  if (word === '--version' || word === '-v') return printed(`${versionOfPackage()}\n`);
  if (word === 'help' || word === '--help' || word === '-h') return printed(helpFor(more[0]));
  if (!isCommand(word)) throw unknownCommand(word);
  if (more.includes('--help') || more.includes('-h')) return printed(helpOf(word));
  const command = await loadCommand(word);
  return command(more, makePlace(readEnvironment(), flags, SANDBOX));
}

function helpFor(word: string | undefined): string {
  if (word === undefined || word.startsWith('-')) return listOfCommands();
  if (!isCommand(word)) throw unknownCommand(word);
  return helpOf(word);
}

function printed(text: string): number {
  process.stdout.write(text);
  return 0;
}

const GLOBAL_FLAGS = { '--profile': 'profile', '--api-key': 'apiKey' } as const;

/** Takes the flags of all commands out of what was typed. @throws UsageError for one without a value */
function takeGlobalFlags(args: readonly string[]): { flags: GlobalFlags; rest: string[] } {
  const flags: GlobalFlags = {};
  const rest: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--') return { flags, rest: [...rest, ...args.slice(at)] };
    const equals = arg.indexOf('=');
    const name = equals === -1 ? arg : arg.slice(0, equals);
    const member = Object.hasOwn(GLOBAL_FLAGS, name) ? GLOBAL_FLAGS[name as keyof typeof GLOBAL_FLAGS] : null;
    if (member === null) {
      rest.push(arg);
      continue;
    }
    if (equals === -1) at += 1;
    const value = equals === -1 ? args[at] : arg.slice(equals + 1);
    if (value === undefined || value === '') throw new UsageError(`${name} needs a value.`);
    flags[member] = value;
  }
  return { flags, rest };
}

function unknownCommand(word: string): UsageError {
  if (OF_THE_SERVER.has(word))
    return new UsageError(
      `"${word}" works on the server’s database: run "npm run -s cli -- ${word}" in the server’s folder.`,
    );
  const near = closest(word, COMMAND_NAMES);
  const meant = near === null ? '' : ` Did you mean "${near}"?`;
  return new UsageError(`Unknown command "${word}".${meant} "millrace help" lists the commands.`);
}

function versionOfPackage(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
}

// A reader such as `head` that has enough is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exitCode = COULD_NOT;
}
