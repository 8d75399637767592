import { type Extraction, extractBlocks } from '@/lib/core/extraction/extract-blocks';
import { plainName } from '@/lib/core/workflow/plain-name';
import { BlockName, type WorkflowDocument } from '@/lib/core/workflow/schema';
import { uniqueBlockName } from '../document/block-names';
import { shortId } from '../document/short-id';

/** The name of a block whose workflow has a name that no block can have. */
const NAMELESS = 'workflow';

/**
 * Plans a workflow of these blocks (`ids`); the block that then runs it is called as the workflow is, as far
 * as a block can be. Returns the reason instead, if it isn't possible.
 */
export function planExtraction(
  document: WorkflowDocument,
  ids: readonly string[],
  workflowName: string,
): Extraction | { refusal: string } {
  const name = workflowName.trim();
  const wanted = BlockName.safeParse(name).success ? name : (plainName(name) ?? NAMELESS);
  return extractBlocks(document, new Set(ids), {
    blockName: uniqueBlockName(document, wanted),
    newId: shortId,
  });
}
