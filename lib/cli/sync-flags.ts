import path from 'node:path';
import { z } from 'zod';
import { diffFolder } from './diff-folder';
import type { Outcome } from './pull-workflows';
import { folderOf, parse, read } from './read-flags';
import type { Command, Surroundings } from './surroundings';
import { outcomeLines, pull, push, type Where } from './sync-commands';
import { UrlFlag } from './url-flag';

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean' } as const;
const ONE_WAY = { workspace: TEXT, url: TEXT };
const BOTH_WAYS = { ...ONE_WAY, delete: SWITCH, 'dry-run': SWITCH };

const OneWay = z.object({ workspace: z.string().optional(), url: UrlFlag });
const BothWays = OneWay.extend({ delete: z.boolean().default(false), 'dry-run': z.boolean().default(false) });
const PullFlags = BothWays.extend({ theirs: z.boolean().default(false), ours: z.boolean().default(false) });
const PushFlags = BothWays.extend({ publish: z.boolean().default(false), note: z.string().optional() });

export const runPull: Command = async ([folder, ...args], at) => {
  const given = read(args, { ...BOTH_WAYS, theirs: SWITCH, ours: SWITCH });
  const { theirs, ours, 'dry-run': dryRun, delete: deletes, ...where } = parse(PullFlags, given);
  if (theirs && ours) throw new Error('Choose one of --theirs and --ours.');
  const side = theirs ? 'theirs' : ours ? 'ours' : undefined;
  return printed(await pull(whereOf(folder, where, at), { side, delete: deletes, dryRun }), at);
};

export const runPush: Command = async ([folder, ...args], at) => {
  const given = read(args, { ...BOTH_WAYS, publish: SWITCH, note: TEXT });
  const { publish, note, 'dry-run': dryRun, delete: deletes, ...where } = parse(PushFlags, given);
  return printed(await push(whereOf(folder, where, at), { publish, note, delete: deletes, dryRun }), at);
};

/** The exit code is 1 if anything differs, as that of `diff`. */
export const runDiff: Command = async ([folder, ...args], at) => {
  const lines = await diffFolder(whereOf(folder, parse(OneWay, read(args, ONE_WAY)), at));
  at.print(lines.length === 0 ? 'Folder and workspace are in step.\n' : `${lines.join('\n')}\n`);
  return lines.length === 0 ? 0 : 1;
};

function whereOf(
  folder: string | undefined,
  { workspace, url }: z.infer<typeof OneWay>,
  at: Surroundings,
): Where {
  const whole = path.resolve(at.folder, folderOf(folder));
  return { folder: whole, server: at.serverAt(url), ...(workspace !== undefined && { workspace }) };
}

/** Prints what became of each file; the exit code is 1 if one was refused. */
function printed(outcomes: readonly Outcome[], at: Surroundings): number {
  at.print(outcomeLines(outcomes));
  return outcomes.some(({ isRefused }) => isRefused) ? 1 : 0;
}
