import { sameJson } from '../../core/workflow/same-json';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { inSlices } from '../../platform/in-slices';

/** True if both say the same: the order of blocks and of keys doesn't count, nor what is derived from blocks. */
export const isSameDocument = (a: WorkflowDocument, b: WorkflowDocument): Promise<boolean> =>
  inSlices(compareSteps(a, b));

function* compareSteps(a: WorkflowDocument, b: WorkflowDocument): Generator<void, boolean, void> {
  const [ids, others] = [Object.keys(a.blocks), Object.keys(b.blocks)];
  if (ids.length !== others.length) return false;
  if (!sameJson(aroundBlocks(a), aroundBlocks(b))) return false;
  for (const id of ids) {
    yield;
    if (!Object.hasOwn(b.blocks, id) || !sameJson(a.blocks[id], b.blocks[id])) return false;
  }
  return true;
}

function aroundBlocks(document: WorkflowDocument): object {
  const { blocks, loops, parallels, ...rest } = document;
  return rest;
}
