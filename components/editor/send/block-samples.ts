import { isShortened } from '@/lib/core/blocks/shortened-value';
import { blankValue } from '@/lib/core/blocks/value-shape';
import { findReferences } from '@/lib/core/references/find-references';
import { slugOf } from '@/lib/core/references/slug';
import { blocksBefore } from '@/lib/core/workflow/graph';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf, outputsOf } from '../document/definition-of';
import type { LastOutput } from '../references/last-outputs';

/** A block before the one that is sent, with the output it stands in with. */
export interface BlockSample {
  block: Block;
  slug: string;
  /** Null while none is known. */
  last: LastOutput | null;
  /** True when the block that is sent refers to it. */
  isUsed: boolean;
  /** True when it can't be sent without a sample of this one. */
  isMissing: boolean;
}

/** Nearest first. */
export function samplesBefore(
  document: WorkflowDocument,
  blockId: string,
  outputs: ReadonlyMap<string, LastOutput>,
): BlockSample[] {
  const before = blocksBefore(document, blockId).reverse();
  const used = slugsUsed(document, blockId);
  return before.map((block) => {
    const slug = slugOf(block.name);
    const last = outputs.get(block.id) ?? null;
    const isUsed = used.has(slug);
    // What begins a run makes its output of the run's input, which may be empty.
    const begins = definitionOf(block.type)?.hasInput === false;
    return { block, slug, last, isUsed, isMissing: isUsed && last === null && !begins };
  });
}

/** What `samples` of a send holds: outputs by slug. */
export function samplesToSend(samples: readonly BlockSample[]): Record<string, unknown> {
  return Object.fromEntries(
    samples.flatMap(({ slug, last, isUsed }) =>
      last === null ? [] : [[slug, isUsed ? namingLog(last) : last.output]],
    ),
  );
}

/** Shortened members say which log has them whole: the server reads them there. */
function namingLog({ output, logId }: LastOutput): Record<string, unknown> {
  if (logId === null) return output;
  return Object.fromEntries(
    Object.entries(output).map(([name, value]) => [name, isShortened(value) ? { ...value, logId } : value]),
  );
}

function slugsUsed(document: WorkflowDocument, blockId: string): ReadonlySet<string> {
  const slugs = Object.values(document.blocks).map((block) => slugOf(block.name));
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') for (const { slug } of findReferences(value, slugs)) used.add(slug);
    else if (value !== null && typeof value === 'object')
      for (const each of Object.values(value)) visit(each);
  };
  visit(document.blocks[blockId]?.config);
  return used;
}

/** The shape of a block's output with blank values, to begin a sample with. */
export function blankSample(block: Block): Record<string, unknown> {
  return Object.fromEntries(
    outputsOf(block).map(({ name, type }) => [name, blankValue(block.outputs?.[name] ?? { type })]),
  );
}
