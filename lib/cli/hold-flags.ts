import { z } from 'zod';
import { HoldReason, PerMinute, WaitingCallersChoice } from '../services/holds/schema';
import { discard, hold, release } from './hold-commands';
import { parse, read } from './read-flags';
import type { Command } from './surroundings';
import { UrlFlag } from './url-flag';

const TEXT = { type: 'string' } as const;
const HELD = { workflow: TEXT, workspace: TEXT, url: TEXT };
const HeldFlags = z.object({
  workflow: z.string().optional(),
  workspace: z.string().optional(),
  url: UrlFlag,
});
const HoldFlags = HeldFlags.extend({
  reason: HoldReason.default(''),
  callers: WaitingCallersChoice.default('refuse'),
});
const ReleaseFlags = HeldFlags.extend({
  'per-minute': z.coerce.number('Give a number.').pipe(PerMinute).optional(),
});

export const runHold: Command = async (args, at) => {
  const given = read(args, { ...HELD, reason: TEXT, callers: TEXT });
  const { reason, callers, url, ...held } = parse(HoldFlags, given);
  at.print(await hold({ ...held, server: at.serverAt(url) }, { reason, waitingCallers: callers }));
  return 0;
};

export const runRelease: Command = async (args, at) => {
  const given = read(args, { ...HELD, 'per-minute': TEXT });
  const { 'per-minute': perMinute, url, ...held } = parse(ReleaseFlags, given);
  const rate = perMinute === undefined ? {} : { perMinute };
  at.print(await release({ ...held, server: at.serverAt(url) }, rate));
  return 0;
};

export const runDiscard: Command = async (args, at) => {
  const { url, ...held } = parse(HeldFlags, read(args, HELD));
  at.print(await discard({ ...held, server: at.serverAt(url) }));
  return 0;
};
