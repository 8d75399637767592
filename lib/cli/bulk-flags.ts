import { z } from 'zod';
import { BulkKind, PerSecond } from '../services/bulk/schema';
import { changeJob, countRuns, showJob, startJob } from './bulk-commands';
import { parse, read } from './read-flags';
import type { Command, Surroundings } from './surroundings';
import { UrlFlag } from './url-flag';

const BULK = {
  workspace: { type: 'string' },
  ids: { type: 'string' },
  filter: { type: 'string' },
  'error-group': { type: 'string' },
  kind: { type: 'string' },
  version: { type: 'string' },
  'per-second': { type: 'string' },
  'discard-deliveries': { type: 'boolean' },
  job: { type: 'string' },
  url: { type: 'string' },
} as const;
const BulkRuns = z.object({
  workspace: z.string(),
  ids: z.string().optional(),
  filter: z.string().optional(),
  'error-group': z.string().optional(),
  url: UrlFlag,
});
const BulkStart = BulkRuns.extend({
  kind: BulkKind,
  version: z.string().optional(),
  'per-second': z.coerce.number('Give a number.').pipe(PerSecond).optional(),
  'discard-deliveries': z.boolean().default(false),
});
const BulkJobFlags = z.object({
  job: z.string(),
  'per-second': z.coerce.number('Give a number.').pipe(PerSecond).optional(),
  url: UrlFlag,
});

export const runBulk: Command = async (args, at) => {
  at.print(await wordsOfBulk(args, at));
  return 0;
};

async function wordsOfBulk([word, ...args]: readonly string[], at: Surroundings): Promise<string> {
  const given = read(args, BULK);
  if (word === 'count') {
    const { 'error-group': errorGroup, url, ...runs } = parse(BulkRuns, given);
    return countRuns({ ...runs, errorGroup, server: at.serverAt(url) });
  }
  if (word === 'start') {
    const {
      'error-group': errorGroup,
      'per-second': perSecond,
      'discard-deliveries': discardDeliveries,
      url,
      ...runs
    } = parse(BulkStart, given);
    const chosen = { ...runs, errorGroup, server: at.serverAt(url) };
    return startJob(chosen, { perSecond, discardDeliveries });
  }
  if (word !== 'show' && word !== 'pause' && word !== 'resume' && word !== 'stop')
    throw new Error('Say what: bulk count, start, show, pause, resume or stop.');
  const { job, url, 'per-second': perSecond } = parse(BulkJobFlags, given);
  const server = at.serverAt(url);
  return word === 'show' ? showJob({ job, server }) : changeJob(word, { job, server, perSecond });
}
