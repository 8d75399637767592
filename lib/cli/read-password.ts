import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { env } from '../platform/env';
import { MAX_PASSWORD_LENGTH, Password } from '../services/accounts/schema';

/** The ways to give a command a password, as `parseArgs` and zod take them. */
export const PASSWORD_OPTIONS = {
  password: { type: 'string' },
  'password-stdin': { type: 'boolean' },
} as const;

export const PasswordOptions = z.object({
  password: z.string().optional(),
  'password-stdin': z.boolean().default(false),
});

const WARNING =
  '--password can be read in the list of processes by everybody on this machine; ' +
  'use --password-stdin or MILLRACE_PASSWORD.';

/**
 * The password of `--password`, else of standard input, else of MILLRACE_PASSWORD.
 * @returns undefined when none is given @throws Error in one sentence for one that is too weak
 */
export async function readPassword(given: z.infer<typeof PasswordOptions>): Promise<string | undefined> {
  if (given.password !== undefined && given['password-stdin'])
    throw new Error('Use --password or --password-stdin, not both.');
  if (given.password !== undefined) {
    process.stderr.write(`Warning: ${WARNING}\n`);
    return checked(given.password, '--password');
  }
  if (given['password-stdin']) return checked(await readLine(), '--password-stdin');
  const { MILLRACE_PASSWORD } = env();
  return MILLRACE_PASSWORD === undefined ? undefined : checked(MILLRACE_PASSWORD, 'MILLRACE_PASSWORD');
}

/** All of standard input but the line break that `echo` adds. */
async function readLine(): Promise<string> {
  const input = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (input.length > MAX_PASSWORD_LENGTH * 2) throw new Error('--password-stdin: that is no password.');
  return input;
}

function checked(password: string, source: string): string {
  const result = Password.safeParse(password);
  if (result.success) return result.data;
  throw new Error(`${source}: ${result.error.issues.map(({ message }) => message).join(' ')}`);
}
