import type { Step } from '@/lib/core/references/grammar';
import { RUN_VARIABLES, slugOf } from '@/lib/core/references/slug';
import { parseTemplate } from '@/lib/core/references/template';
import { blocksBefore, containersAround, graphOf } from '@/lib/core/workflow/graph';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf, outputsOf } from '../document/definition-of';

/** The target of a reference: a block of the workflow, or a variable of the workspace. */
export type ChipDefinition = { name: string } & ({ blockId: string } | { variable: string });

/** @param source the reference as written in a field of this block; @returns null if nothing can be opened */
export function definitionOfChip(
  document: WorkflowDocument,
  blockId: string,
  source: string,
): ChipDefinition | null {
  const part = parseTemplate(source, () => true, 'ours', 'lone').parts.find(
    (each) => typeof each !== 'string',
  );
  if (part === undefined || typeof part === 'string') return null;
  if (part.kind === 'variable') return { name: part.name, variable: part.name };
  const { slug, path } = part.reference;
  const block = blockOf(document, blockId, slug, path[0]);
  return block === undefined ? null : { name: block.name, blockId: block.id };
}

function blockOf(
  document: WorkflowDocument,
  from: string,
  slug: string,
  output: Step | undefined,
): Block | undefined {
  const { blocks } = document;
  if (slug === RUN_VARIABLES) return setterOf(document, from, output);
  const kindOf = (id: string) => definitionOf(blocks[id]?.type ?? '')?.container?.kind;
  const around = [from, ...containersAround(graphOf(document), from)].find((id) => kindOf(id) === slug);
  if (around !== undefined) return blocks[around];
  return Object.values(blocks).find(({ name }) => slugOf(name) === slug);
}

/** Returns the nearest earlier block that sets a variable of the run, else any that does. */
function setterOf(document: WorkflowDocument, from: string, name: Step | undefined): Block | undefined {
  const candidates = [...blocksBefore(document, from).reverse(), ...Object.values(document.blocks)];
  return candidates.find(
    (block) =>
      definitionOf(block.type)?.sets === 'variables' &&
      (name === undefined || outputsOf(block).some((output) => output.name === name)),
  );
}
