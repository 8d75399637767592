import path from 'node:path';
import { z } from 'zod';
import { diffFolder } from './diff-folder';
import type { Where } from './open-synced';
import type { Outcome } from './pull-workflows';
import { folderOf, parse, read } from './read-flags';
import type { Command, Surroundings } from './surroundings';
import { outcomeLines, pull, push } from './sync-commands';
import { readConfig } from './sync-config';
import { UrlFlag } from './url-flag';

const TEXT = { type: 'string' } as const;
const TEXTS = { type: 'string', multiple: true } as const;
const SWITCH = { type: 'boolean' } as const;
const ONE_WAY = { workspace: TEXT, url: TEXT, env: TEXT };
const BOTH_WAYS = { ...ONE_WAY, delete: SWITCH, 'dry-run': SWITCH };
const PUSH = { ...BOTH_WAYS, publish: SWITCH, note: TEXT, plan: SWITCH, var: TEXTS };

const OneWay = z.object({ workspace: z.string().optional(), url: UrlFlag, env: z.string().optional() });
const BothWays = OneWay.extend({ delete: z.boolean().default(false), 'dry-run': z.boolean().default(false) });
const PullFlags = BothWays.extend({ theirs: z.boolean().default(false), ours: z.boolean().default(false) });
const PushFlags = BothWays.extend({
  publish: z.boolean().default(false),
  note: z.string().optional(),
  plan: z.boolean().default(false),
  var: z.array(z.string()).default([]),
});

export const runPull: Command = async ([folder, ...args], at) => {
  const given = read(args, { ...BOTH_WAYS, theirs: SWITCH, ours: SWITCH });
  const { theirs, ours, 'dry-run': dryRun, delete: deletes, ...where } = parse(PullFlags, given);
  if (theirs && ours) throw new Error('Choose one of --theirs and --ours.');
  const side = theirs ? 'theirs' : ours ? 'ours' : undefined;
  return printed(await pull(whereOf(folder, where, at), { side, delete: deletes, dryRun }), at);
};

/** `--plan` and `--dry-run` are the same. */
export const runPush: Command = async ([folder, ...args], at) => {
  const flags = parse(PushFlags, read(args, PUSH));
  const { publish, note, plan, 'dry-run': isTrial, delete: deletes, ...where } = flags;
  const options = { publish, note, delete: deletes, dryRun: plan || isTrial };
  return printed(await push(whereOf(folder, where, at), options), at);
};

/** The exit code is 1 if anything differs, as that of `diff`. */
export const runDiff: Command = async ([folder, ...args], at) => {
  const lines = await diffFolder(whereOf(folder, parse(OneWay, read(args, ONE_WAY)), at));
  at.print(lines.length === 0 ? 'Folder and workspace are in step.\n' : `${lines.join('\n')}\n`);
  return lines.length === 0 ? 0 : 1;
};

function whereOf(
  typed: string | undefined,
  flags: z.infer<typeof OneWay> & { var?: readonly string[] },
  at: Surroundings,
): Where {
  const { workspace, url, env: environment, var: assignments = [] } = flags;
  const folder = path.resolve(at.folder, folderOf(typed));
  const { namedVariable } = at;
  const config = readConfig(folder, { environment, assignments, namedVariable });
  return { folder, server: at.serverAt(url ?? config.url), workspace, environment, config };
}

/** Prints what became of each file; the exit code is 1 if one was refused. */
function printed(outcomes: readonly Outcome[], at: Surroundings): number {
  at.print(outcomeLines(outcomes));
  return outcomes.some(({ isRefused }) => isRefused) ? 1 : 0;
}
