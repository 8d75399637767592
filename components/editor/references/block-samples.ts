import type { OutputField } from '@/lib/core/blocks/value-shape';
import { blankValue } from '@/lib/core/blocks/value-shape';
import { referencesAt, textsAt } from '@/lib/core/blocks/whole-outputs-at';
import { RUN_VARIABLES, slugOf } from '@/lib/core/references/slug';
import { blocksBefore, containersAround, graphOf } from '@/lib/core/workflow/graph';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf, outputsOf } from '../document/definition-of';
import { type LastOutput, namingLog } from './last-outputs';
import { iterationOf } from './scope-of';

/** A block before the one being sent, with its sample output. */
export interface BlockSample {
  block: Block;
  slug: string;
  /** Other names of the block in references here: `loop` inside one. */
  aliases: readonly string[];
  /** The outputs that references here can name. */
  fields: readonly OutputField[];
  /** The sample; null while none is known. */
  last: LastOutput | null;
  /** True if the sent block refers to it. */
  isUsed: boolean;
  /** True if it is a container around the block: the sample is of one of its iterations. */
  isIteration: boolean;
  /** True if the block can't be sent without a sample of this one. */
  isMissing: boolean;
}

/** Returns the samples of earlier blocks, nearest first. */
export function samplesBefore(
  document: WorkflowDocument,
  blockId: string,
  outputs: ReadonlyMap<string, LastOutput>,
): BlockSample[] {
  const before = blocksBefore(document, blockId).reverse();
  const used = slugsUsed(document, blockId);
  const around = containersAround(graphOf(document), blockId);
  return before.map((block) => {
    const slug = slugOf(block.name);
    const isAround = around.includes(block.id);
    const aliases = aliasesOf(document, isAround ? around : [], block);
    const last = isAround ? iterationSample(document, block, outputs) : (outputs.get(block.id) ?? null);
    const fields =
      (isAround ? definitionOf(block.type)?.container?.iterationOutputs : undefined) ?? outputsOf(block);
    const isUsed = [slug, ...aliases].some((name) => used.has(name));
    // A trigger's output is made from the run's input, which may be empty.
    const begins = definitionOf(block.type)?.hasInput === false;
    const isMissing = isUsed && last === null && !begins;
    return { block, slug, aliases, fields, last, isUsed, isIteration: isAround, isMissing };
  });
}

/** Returns aliases: a container's kind if it is the innermost of that kind, or the run variables' head. */
function aliasesOf(document: WorkflowDocument, around: readonly string[], { id, type }: Block): string[] {
  const kindOf = (blockType: string | undefined) => definitionOf(blockType ?? '')?.container?.kind;
  const kind = kindOf(type);
  if (definitionOf(type)?.sets === 'variables') return [RUN_VARIABLES];
  const innermost = around.find((each) => kindOf(document.blocks[each]?.type) === kind);
  return kind !== undefined && innermost === id ? [kind] : [];
}

/** Returns a container's sample for blocks inside: the typed iteration, else the first known item. */
function iterationSample(
  document: WorkflowDocument,
  block: Block,
  outputs: ReadonlyMap<string, LastOutput>,
): LastOutput | null {
  const known = outputs.get(block.id);
  if (known?.from === 'sample') return known;
  const { last } = iterationOf(document, block, outputs);
  return last === undefined ? null : { ...last, at: null, logId: null };
}

/** Returns the `samples` of a send: outputs by slug. */
export function samplesToSend(samples: readonly BlockSample[]): Record<string, unknown> {
  return Object.fromEntries(
    samples.flatMap(({ slug, aliases, last, isUsed }) =>
      last === null
        ? []
        : namesOf({ slug, aliases }).map((name) => [name, isUsed ? namingLog(last) : last.output] as const),
    ),
  );
}

/** Returns the names; the server merges a run's variables from the samples of all blocks that set some. */
const namesOf = ({ slug, aliases }: Pick<BlockSample, 'slug' | 'aliases'>): string[] =>
  [slug, ...aliases].filter((name) => name !== RUN_VARIABLES);

function slugsUsed(document: WorkflowDocument, blockId: string): ReadonlySet<string> {
  const slugs = new Set(Object.values(document.blocks).map((block) => slugOf(block.name)));
  const used = new Set<string>();
  const { type = '', config = {} } = document.blocks[blockId] ?? {};
  const fields = new Map(definitionOf(type)?.fields.map((field) => [field.name, field]));
  for (const [name, value] of Object.entries(config))
    for (const { text, place } of textsAt(fields.get(name), value, name))
      for (const { slug } of referencesAt(text, place, slugs)) used.add(slug);
  return used;
}

/** Returns the shape of a block's output with blank values, as the initial text of a sample. */
export function blankSample({
  block,
  fields,
}: Pick<BlockSample, 'block' | 'fields'>): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, type }) => [name, blankValue(block.outputs?.[name] ?? { type })]),
  );
}
