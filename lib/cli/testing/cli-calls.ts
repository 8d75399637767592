import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { bundleOf } from '../../../scripts/lib/prepare.mjs';

const execute = promisify(execFile);

interface Caller {
  /** Called unless there is a `--url`. */
  origin: string;
  key: string;
  /** Variables of the environment besides the key. */
  env?: Record<string, string>;
}

/** Runs a command with an API key against a server. @returns what it printed, and its exit code */
export async function callCli(
  { origin, key, env: more = {} }: Caller,
  ...args: string[]
): Promise<[output: string, code: number]> {
  const env = { PATH: process.env.PATH, MILLRACE_API_KEY: key, NODE_ENV: process.env.NODE_ENV, ...more };
  const url = args.includes('--url') ? [] : ['--url', origin];
  const run = execute(process.execPath, [bundleOf('cli'), ...args, ...url], { env });
  const { stdout, stderr, code = 0 } = await run.catch((error) => error);
  return [stdout + stderr, code];
}
