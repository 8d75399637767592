import { isShortened } from '@/lib/core/blocks/shortened-value';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import type { BlockPin } from '@/lib/services/pins/schema';
import type { LastOutputs } from '@/lib/services/runs/schema';

/** A block's last output, with its origin. */
export interface LastOutput {
  output: Readonly<Record<string, unknown>>;
  /** Null for a typed sample, and for defaults. */
  at: string | null;
  from: 'sample' | 'pinned' | 'sent' | 'run' | 'log' | 'default';
  /** The log that has shortened members in full; null when there is none (yet). */
  logId: string | null;
}

export interface OutputSources {
  /** Typed by the author: precede all others. */
  samples: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Pinned by an author: precede outputs of runs and sends. */
  pins: Readonly<Record<string, Pick<BlockPin, 'output' | 'updatedAt'>>>;
  /** The spans of blocks sent alone, by block id. */
  sent: Readonly<Record<string, TraceSpan>>;
  /** The spans of the displayed run, by block id. */
  run: Readonly<Record<string, TraceSpan>>;
  /** The log of the displayed run, once it has one. */
  runLogId: string | null;
  logs: LastOutputs;
}

/**
 * Merges the newest output of each block, by its id; samples first, then pins. Masked values are as they
 * are stored.
 */
export function mergeOutputs({
  samples,
  pins,
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
  for (const [id, { output, updatedAt: at }] of Object.entries(pins))
    newest.set(id, { output, at, from: 'pinned', logId: null });
  for (const [id, output] of Object.entries(samples))
    newest.set(id, { output, at: null, from: 'sample', logId: null });
  return newest;
}

interface Offered extends Omit<LastOutput, 'output' | 'at'> {
  output: unknown;
  at: string;
}

/** False for a value that isn't an output, or was too large to store: `{truncated: true, bytes}`. */
function isWhole(output: unknown): output is Record<string, unknown> {
  if (output === null || typeof output !== 'object' || Array.isArray(output)) return false;
  return !('truncated' in output && output.truncated === true && 'bytes' in output);
}

/** Adds to shortened members the log that has them in full, from which the server reads them. */
export function namingLog({ output, logId }: LastOutput): Record<string, unknown> {
  if (logId === null) return { ...output };
  return Object.fromEntries(
    Object.entries(output).map(([name, value]) => [name, isShortened(value) ? { ...value, logId } : value]),
  );
}
