import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const PACKAGE = path.resolve('packages/cli');

/** The package as it is installed: what npm would pack, in a folder outside the clone. */
export interface InstalledPackage {
  folder: string;
  /** The program. */
  main: string;
  /** Runs a command to its end. */
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** Starts a command that has no end. */
  start(args: readonly string[], options?: RunOptions): Running;
  remove(): void;
}

export interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** The standard input; it is empty unless given. */
  input?: string;
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** All that was printed until now. */
  stdout(): string;
  stderr(): string;
  /** Interrupts it, as Ctrl-C does. */
  interrupt(): Promise<Ended>;
}

export async function installPackage(): Promise<InstalledPackage> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-command-'));
  const build = path.join(PACKAGE, 'scripts/build.mjs');
  await promisify(execFile)(process.execPath, [build, path.join(folder, 'dist')]);
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    fs.copyFileSync(path.join(PACKAGE, name), path.join(folder, name));
  const main = path.join(folder, 'dist/millrace.mjs');
  const start = (args: readonly string[], options?: RunOptions) => startCommand(folder, main, args, options);
  return {
    folder,
    main,
    start,
    run: async (args, options) => endOf(start(args, options)),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** Nothing of this process's environment is passed on but the path. */
function startCommand(
  folder: string,
  main: string,
  args: readonly string[],
  { env = {}, cwd = folder, input = '' }: RunOptions = {},
): Running {
  const home = path.join(folder, 'home');
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: {
      NODE_ENV: process.env.NODE_ENV,
      PATH: process.env.PATH,
      HOME: home,
      XDG_CONFIG_HOME: path.join(home, '.config'),
      ...env,
    },
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text;
  });
  // A command that doesn't read its input may have ended before.
  child.stdin.on('error', () => undefined).end(input);
  const running: Running = {
    child,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    interrupt: () => {
      child.kill('SIGINT');
      return endOf(running);
    },
  };
  return running;
}

async function endOf({ child, stdout, stderr }: Running): Promise<Ended> {
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: stdout(), stderr: stderr() };
}
