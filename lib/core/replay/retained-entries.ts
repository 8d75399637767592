import { isJsonObject } from '../../platform/text/exact-number';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import type { CompiledBlock } from '../engine/compile-block';
import type { CompiledWorkflow } from '../engine/compile-workflow';
import type { JournalEntry } from '../engine/ports';
import { iterationOf } from '../engine/request-key';
import type { TraceSpan } from '../engine/trace-span';
import { portAfterRecorded } from '../graph-walk/exits';
import { before, behind } from '../graph-walk/reach';
import { findUnusable } from './find-unusable';
import { filesIn } from './recorded-result';
import { type RecordedRun, recordedBlocks } from './recorded-run';

export interface KeepRequest {
  /** The block where the new run continues. */
  fromId: string;
  /** The time when the new run was accepted, ISO 8601: kept blocks take no time in it. */
  at: string;
  /** Names of variables whose values logs don't hold. */
  secretNames: ReadonlySet<string>;
}

/** `refusal`: the reason why the run can't continue from there. */
export type RetainedRun = { entries: JournalEntry[] } | { refusal: string };

const KEPT = 'Kept from the run that this one repeats. It did not run again.';

/**
 * Builds the journal of a run that continues from one block of a recorded run: every block that ended
 * well and does not come after that block has its recorded output, and does not run again.
 */
export function retainedEntries(
  compiled: CompiledWorkflow,
  recorded: RecordedRun,
  definitions: BlockDefinitions,
  { fromId, at, secretNames }: KeepRequest,
): RetainedRun {
  const from = compiled.blocks.find(({ id }) => id === fromId);
  if (from === undefined)
    return { refusal: 'In this version no run reaches that block, or it lies in a container.' };
  if (from.starts) return { refusal: 'A run from its first block is a run of everything: leave out `from`.' };
  const earlier = before(compiled.blocks, from);
  const later = behind(compiled.blocks, from).add(from);
  const byId = new Map(recorded.spans.map((span) => [span.blockId, span]));
  const kept = new Map<string, { block: CompiledBlock; span: TraceSpan }>();
  for (const block of compiled.blocks) {
    const span = byId.get(block.id);
    if (later.has(block) || span === undefined || span.status === 'skipped') continue;
    const isOver = branchAfter(block, span, definitions) !== null;
    if (isOver && span.type === block.type) kept.set(block.id, { block, span });
    else if (earlier.has(block))
      return {
        refusal: `“${block.name}” did not succeed in that run. Run again from it, or from an earlier block.`,
      };
  }
  if (kept.size === 0) return { refusal: 'No block before it ran in that run, so there is nothing to keep.' };
  const entries: JournalEntry[] = [];
  for (const [step, { span }] of recordedBlocks(recorded.spans)) {
    const { blockId, iteration } = iterationOf(step);
    const top = iteration === undefined ? blockId : topOf(iteration);
    const known = kept.get(top);
    // Blocks inside containers are of use to later blocks only for the variables they set.
    if (known === undefined || (iteration !== undefined && !compiled.setting.has(blockId))) continue;
    const output = outputOf(span, recorded);
    const files = filesIn(output);
    entries.push({
      blockId,
      output,
      order: entries.length,
      span: keptSpan(span, at),
      ...(iteration === undefined
        ? {
            branch: branchAfter(known.block, span, definitions),
            ...earlyOf(known.block),
          }
        : { iteration, branch: null }),
      ...(files.length > 0 && { files }),
    });
  }
  const running = compiled.blocks.filter(({ id }) => !kept.has(id));
  const unusable = findUnusable(running, { entries, compiled, secretNames });
  return unusable === null ? { entries } : { refusal: unusable };
}

const topOf = (iteration: string): string => {
  const first = iteration.split('/', 1)[0] ?? '';
  return first.slice(0, first.lastIndexOf(':'));
};

const outputOf = ({ id, output }: TraceSpan, { wholes }: RecordedRun): Record<string, unknown> => {
  const whole = wholes.get(id) ?? output;
  return isJsonObject(whole) ? whole : {};
};

/** Returns the span of a kept block, which costs nothing and takes no time in the new run. */
function keptSpan(span: TraceSpan, at: string): TraceSpan {
  const { attempts: _, tokens: __, cost: ___, costs: ____, model: _____, prices: ______, ...rest } = span;
  const { order: _______, redirects: ________, warnings = [], ...told } = rest;
  const others = warnings.filter((text) => text !== KEPT);
  return { ...told, startTime: at, endTime: at, durationMs: 0, warnings: [...others, KEPT], children: [] };
}

const branchAfter = (block: CompiledBlock, span: TraceSpan, definitions: BlockDefinitions): string | null =>
  portAfterRecorded(block, span, {
    enabled: block.enabled,
    branchTaken: definitions.get(block.type)?.branchTaken,
  });

/** Returns the port that is taken while the block runs, taken again for the blocks behind it. */
export const earlyOf = ({ earlyPort }: CompiledBlock): Pick<JournalEntry, 'early'> =>
  earlyPort === null ? {} : { early: earlyPort };
