import type { BlockError } from '../../../core/blocks/block';
import { previewers } from '../../../core/blocks/registry/executors';
import type { Masker } from '../../../core/engine/masker';
import type { RunPorts } from '../../../core/engine/ports';
import { previewSingleBlock, type SingleBlock } from '../../../core/engine/single-block';
import type { BlockPreview } from '../schema';
import { showRequest } from './single-block';

/** Every run has its own. */
const KEY_TO_COME = '(new in each run)';

/** The request that the block would send, secrets masked, or why it would send none. */
export async function previewOf(alone: SingleBlock, ports: RunPorts): Promise<BlockPreview> {
  const preview = await previewSingleBlock(alone, previewers, ports);
  if (preview === null) return { request: null, problems: [], warnings: [] };
  if (!preview.ok)
    return { request: null, problems: [toPreviewProblem(preview.error, alone.masker)], warnings: [] };
  const masker = alone.masker.with(preview.secrets);
  const warnings = preview.warnings.map((text) => masker.text(text));
  return { request: showRequest(preview.request, KEY_TO_COME, masker), problems: [], warnings };
}

function toPreviewProblem(
  { code, message, field }: BlockError,
  masker: Masker,
): BlockPreview['problems'][number] {
  return { code, message: masker.text(message), ...(field === undefined ? {} : { field }) };
}
