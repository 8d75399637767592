import type { TraceSpan } from '@/lib/core/engine/trace-span';
import type { LastOutputs } from '@/lib/services/runs/schema';

/** What a block last put out, and where that is known from. */
export interface LastOutput {
  output: Readonly<Record<string, unknown>>;
  /** Null for a sample somebody typed. */
  at: string | null;
  from: 'sample' | 'sent' | 'run' | 'log';
  /** Where shortened members can be read whole; null when that is nowhere (yet). */
  logId: string | null;
}

export interface OutputSources {
  /** Typed by the author: always first. */
  samples: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Of blocks sent by themselves, by block id. */
  sent: Readonly<Record<string, TraceSpan>>;
  /** Of the run that is shown, by block id. */
  run: Readonly<Record<string, TraceSpan>>;
  /** Its log, once it has one. */
  runLogId: string | null;
  logs: LastOutputs;
}

/** The newest output of each block, by its id; samples before all. Masked values are as they are stored. */
export function mergeOutputs({
  samples,
  sent,
  run,
  runLogId,
  logs,
}: OutputSources): ReadonlyMap<string, LastOutput> {
  const newest = new Map<string, LastOutput>();
  const offer = (blockId: string, offered: Offered) => {
    const { output, at } = offered;
    if (!isWhole(output) || (newest.get(blockId)?.at ?? '') > at) return;
    newest.set(blockId, { ...offered, output });
  };
  for (const [id, last] of Object.entries(logs)) offer(id, { ...last, from: 'log' });
  for (const [id, { output, endTime: at }] of Object.entries(run))
    offer(id, { output, at, from: 'run', logId: runLogId });
  for (const [id, { output, endTime: at }] of Object.entries(sent))
    offer(id, { output, at, from: 'sent', logId: null });
  for (const [id, output] of Object.entries(samples))
    newest.set(id, { output, at: null, from: 'sample', logId: null });
  return newest;
}

interface Offered extends Omit<LastOutput, 'output' | 'at'> {
  output: unknown;
  at: string;
}

/** False for what is no output, or was too big to keep: `{truncated: true, bytes}`. */
function isWhole(output: unknown): output is Record<string, unknown> {
  if (output === null || typeof output !== 'object' || Array.isArray(output)) return false;
  return !('truncated' in output && output.truncated === true && 'bytes' in output);
}
