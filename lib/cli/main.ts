import { z } from 'zod';
import { env } from '../platform/env';
import { logToStderr } from '../platform/logging/logger';
import { closeDatabase } from '../platform/postgres/db';
import { closest } from '../platform/text/closest';
import { createPasswordReset } from '../services/accounts/create-password-reset';
import { setPasswordOf } from '../services/accounts/reset-password';
import { Email } from '../services/accounts/schema';
import { verifyEmailOf } from '../services/accounts/verify-email';
import { PLANS } from '../services/limits/plans';
import { CustomLimits } from '../services/limits/schema';
import { setPlan } from '../services/limits/set-plan';
import { expireCursors } from '../services/logs/expire-cursors';
import { readLogPartitions } from '../services/logs/retention-inventory';
import { readOperations } from '../services/operations/read-operations';
import { WorkspaceName } from '../services/workspaces/schema';
import { bootstrap } from './bootstrap';
import { runBudgets } from './budget-commands';
import { runBulk } from './bulk-flags';
import { calledWithNpm } from './called-with-npm';
import { runDeleted } from './deleted-commands';
import { findingLines } from './doctor-lines';
import { HELP } from './help';
import { runDiscard, runHold, runRelease } from './hold-flags';
import { runLimit } from './limit-command';
import { applyRetention, describeRetention, partitionTable } from './logs-commands';
import { runMock } from './mock-command';
import { runOutages } from './outage-commands';
import { parse, read } from './read-flags';
import { PASSWORD_OPTIONS, PasswordOptions, readPassword } from './read-password';
import { runRedaction } from './redaction-command';
import { runRetention } from './retention-command';
import { rotateEncryption, sealStoredCredentials } from './rotate-encryption';
import type { Command } from './surroundings';
import { runDiff, runPull, runPush } from './sync-flags';
import { runTest } from './test-command';
import { runTries } from './tries-command';

async function run(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  if (command === 'bootstrap') return runBootstrap(rest);
  if (command === 'reset-password') return runResetPassword(rest);
  if (command === 'verify-email') return runVerifyEmail(rest);
  if (command === 'plan' && rest[0] === 'set') return runPlanSet(rest.slice(1));
  if (command === 'logs' && rest[0] === 'partitions') return runPartitions(rest.slice(1));
  if (command === 'logs' && rest[0] === 'retention') return runLogsRetention(rest.slice(1));
  if (command === 'logs' && rest[0] === 'expire-cursors') return runExpireCursors(rest.slice(1));
  if (command === 'variables' && rest[0] === 'rotate') return runRotate(rest.slice(1));
  if (command === 'variables' && rest[0] === 'seal') return runSeal(rest.slice(1));
  if (command === 'doctor') return runDoctor(rest);
  if (command === 'help') return print(HELP);
  const keyed = CALLS_SERVER.get(command ?? '');
  if (keyed === undefined) throw unknownCommand(args);
  process.exitCode = await keyed(rest, calledWithNpm());
}

/** Commands that need no database: they call a server by a key, or read files alone. */
const CALLS_SERVER: ReadonlyMap<string, Command> = new Map([
  ['pull', runPull],
  ['push', runPush],
  ['diff', runDiff],
  ['test', runTest],
  ['mock', runMock],
  ['bulk', runBulk],
  ['hold', runHold],
  ['release', runRelease],
  ['discard', runDiscard],
  ['limit', runLimit],
  ['tries', runTries],
  ['budgets', runBudgets],
  ['redaction', runRedaction],
  ['retention', runRetention],
  ['deleted', runDeleted],
  ['outages', runOutages],
]);
const OWN_COMMANDS = [
  'bootstrap',
  'reset-password',
  'verify-email',
  'plan set',
  'logs partitions',
  'logs retention',
  'logs expire-cursors',
  'variables rotate',
  'variables seal',
  'doctor',
  'backup',
  'restore',
  'help',
];

class UnknownCommand extends Error {}

function unknownCommand(args: readonly string[]): UnknownCommand {
  const typed = args.filter((arg) => !arg.startsWith('-')).join(' ');
  const [word = ''] = args;
  const known = [...OWN_COMMANDS, ...CALLS_SERVER.keys()];
  const near = closest(typed, known) ?? closest(word, known);
  const meant = near === null ? '' : ` Did you mean "${near}"?`;
  return new UnknownCommand(
    `Unknown command "${args.join(' ')}".${meant} "npm run -s cli -- help" lists the commands.`,
  );
}

const PlanName = z.enum(PLANS, `must be one of ${PLANS.join(', ')}.`);

const BootstrapOptions = PasswordOptions.extend({
  email: Email,
  workspace: WorkspaceName,
  plan: PlanName.optional(),
  'new-key': z.boolean().default(false),
  json: z.boolean().default(false),
});

async function runBootstrap(args: readonly string[]): Promise<void> {
  const given = read(args, {
    ...PASSWORD_OPTIONS,
    email: { type: 'string' },
    workspace: { type: 'string' },
    plan: { type: 'string' },
    'new-key': { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const { json, 'new-key': newKey, email, workspace, plan, ...source } = parse(BootstrapOptions, given);
  const password = await readPassword(source);
  if (password === undefined)
    throw new Error('A password is needed: give it with --password-stdin or in MILLRACE_PASSWORD.');
  const wanted = { email, password, workspace, newKey, ...(plan === undefined ? {} : { plan }) };
  const { userIsNew, ...made } = await withDatabase(() => bootstrap(wanted));
  if (json) return print(`${JSON.stringify(made)}\n`);
  const key = made.apiKey ?? 'none made; --new-key makes one';
  print(`user       ${made.userId}${userIsNew ? '' : ' (already existed; its password is unchanged)'}\n`);
  print(`workspace  ${made.workspaceId}\nAPI key    ${key}\n`);
}

const ResetOptions = PasswordOptions.omit({ password: true }).extend({ email: Email });

async function runResetPassword(args: readonly string[]): Promise<void> {
  const given = read(args, {
    email: { type: 'string' },
    'password-stdin': PASSWORD_OPTIONS['password-stdin'],
  });
  const { email, ...source } = parse(ResetOptions, given);
  const password = await readPassword(source);
  if (password === undefined) {
    const { link } = await withDatabase(() => createPasswordReset({ email }));
    return print(`${link}\nWorks once, for an hour. Share it with ${email} only.\n`);
  }
  await withDatabase(() => setPasswordOf({ email, password }));
  print(`The password of ${email} is changed and every session of the account has ended.\n`);
}

async function runVerifyEmail(args: readonly string[]): Promise<void> {
  const { email } = parse(z.object({ email: Email }), read(args, { email: { type: 'string' } }));
  await withDatabase(() => verifyEmailOf({ email }));
  print(`The e-mail address of ${email} is verified.\n`);
}

const LIMIT_OPTIONS = {
  'sync-per-minute': 'syncPerMinute',
  'async-per-minute': 'asyncPerMinute',
  'logs-per-minute': 'logsApiPerMinute',
  'monthly-usage-usd': 'monthlyUsageUsd',
} as const satisfies Record<string, keyof CustomLimits>;

const PerMinute = z.coerce
  .number('Give a number.')
  .pipe(CustomLimits.shape.syncPerMinute.unwrap())
  .optional();
const Usd = z.coerce.number('Give a number.').pipe(CustomLimits.shape.monthlyUsageUsd.unwrap()).optional();

const PlanOptions = z
  .object({
    email: Email,
    plan: PlanName,
    'sync-per-minute': PerMinute,
    'async-per-minute': PerMinute,
    'logs-per-minute': PerMinute,
    'monthly-usage-usd': Usd,
  })
  .transform(({ email, plan, ...limits }) => {
    const given = Object.entries(limits).filter(([, limit]) => limit !== undefined);
    const named = given.map(([name, limit]) => [LIMIT_OPTIONS[name as keyof typeof LIMIT_OPTIONS], limit]);
    return { email, plan, customLimits: given.length === 0 ? null : Object.fromEntries(named) };
  });

async function runPlanSet(args: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const names = ['email', 'plan', ...Object.keys(LIMIT_OPTIONS)];
  const options = parse(PlanOptions, read(args, Object.fromEntries(names.map((name) => [name, text]))));
  if (options.customLimits !== null && options.plan !== 'enterprise')
    throw new Error('Only the enterprise plan has limits of its own.');
  await withDatabase(() => setPlan(options));
  print(`${options.email} is on the ${options.plan} plan.\n`);
}

async function runRotate(args: readonly string[]): Promise<void> {
  read(args, {});
  const rotation = await withDatabase(rotateEncryption);
  for (const { name, count, damaged } of rotation) {
    print(`${name.padEnd(20)}${count}\n`);
    for (const row of damaged)
      print(`  ${row} can’t be decrypted with any key. Set it again or delete it.\n`);
  }
  print('The old key is no longer needed: ENCRYPTION_KEY_PREVIOUS can be removed.\n');
}

async function runSeal(args: readonly string[]): Promise<void> {
  read(args, {});
  const { workflows, webhooks } = await withDatabase(sealStoredCredentials);
  print(`Encrypted the credentials of ${workflows} workflows and ${webhooks} webhook URLs.\n`);
}

async function runPartitions(args: readonly string[]): Promise<void> {
  read(args, {});
  print(partitionTable(await withDatabase(readLogPartitions)));
}

async function runLogsRetention(args: readonly string[]): Promise<void> {
  const { apply } = read(args, { apply: { type: 'boolean' } }) as { apply?: boolean };
  print(await withDatabase(() => (apply === true ? applyRetention() : describeRetention())));
}

async function runDoctor(args: readonly string[]): Promise<void> {
  const { json } = read(args, { json: { type: 'boolean' } }) as { json?: boolean };
  const operations = await withDatabase(readOperations);
  print(json === true ? `${JSON.stringify(operations)}\n` : findingLines(operations));
  if (operations.findings.some(({ level }) => level === 'error')) process.exitCode = 1;
}

async function runExpireCursors(args: readonly string[]): Promise<void> {
  read(args, {});
  await withDatabase(expireCursors);
  print('All cursors issued until now have expired.\n');
}

async function withDatabase<T>(act: () => Promise<T>): Promise<T> {
  env(); // a wrong setting is said before anything is opened
  try {
    return await act();
  } finally {
    await closeDatabase();
  }
}

function print(text: string): void {
  process.stdout.write(text);
}

/**
 * One sentence; Prisma's messages have their point in the last line, a refused connection has only a code.
 */
function toMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, code } = error as NodeJS.ErrnoException;
  return message.trim().split('\n').at(-1) || `It failed: ${code ?? error.name}.`;
}

/** Commands that exit with 1 when they refused something, and so with another code when they failed. */
const IN_STEP: ReadonlySet<string> = new Set(['pull', 'push', 'diff', 'test']);
const COULD_NOT = 2;

async function main(): Promise<void> {
  logToStderr(); // stdout belongs to the command's answer
  try {
    await run(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${toMessage(error)}\n`);
    const [command = ''] = process.argv.slice(2);
    process.exitCode = error instanceof UnknownCommand || IN_STEP.has(command) ? COULD_NOT : 1;
  }
}

main();
