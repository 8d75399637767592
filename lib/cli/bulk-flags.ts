import { z } from 'zod';
import { BulkKind, PerSecond } from '../services/bulk/schema';
import { changeJob, countRuns, showJob, startJob } from './bulk-commands';
import { parse, read } from './read-flags';

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
const Url = z.url('Enter a URL.').default('http://localhost:3000');
const BulkRuns = z.object({
  workspace: z.string(),
  ids: z.string().optional(),
  filter: z.string().optional(),
  'error-group': z.string().optional(),
  url: Url,
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
  url: Url,
});

/** Runs a word of `bulk`. @returns what to print @throws Error in words */
export async function runBulk([word, ...args]: readonly string[]): Promise<string> {
  const given = read(args, BULK);
  if (word === 'count') {
    const { 'error-group': errorGroup, ...runs } = parse(BulkRuns, given);
    return countRuns({ ...runs, errorGroup });
  }
  if (word === 'start') {
    const flags = parse(BulkStart, given);
    const {
      'error-group': errorGroup,
      'per-second': perSecond,
      'discard-deliveries': discardDeliveries,
    } = flags;
    return startJob({ ...flags, errorGroup }, { perSecond, discardDeliveries });
  }
  const { job, url, 'per-second': perSecond } = parse(BulkJobFlags, given);
  if (word === 'show') return showJob({ job, url });
  if (word === 'pause' || word === 'resume' || word === 'stop')
    return changeJob(word, { job, url, perSecond });
  throw new Error('Say what: bulk count, start, show, pause, resume or stop.');
}
