import type { Actor } from '../auth/actor';
import type { BlockError } from '../blocks/block';
import { previewers } from '../blocks/executors';
import { previewAlone } from '../engine/block-alone';
import type { Masker } from '../engine/masker';
import { type BlockAloneInput, findBlockAlone, showRequest } from './block-alone';
import type { BlockPreview } from './schema';

/** Every run has its own. */
const KEY_TO_COME = '(new in each run)';

/** The request a block would send, secrets masked. Sends nothing. @throws AppError not_found, forbidden */
export async function previewBlock(
  actor: Actor,
  input: BlockAloneInput,
  signal: AbortSignal,
): Promise<{ data: BlockPreview }> {
  const { alone, ports } = await findBlockAlone(actor, input, signal);
  const preview = previewAlone(alone, previewers, ports);
  if (preview === null) return { data: { request: null, problems: [], warnings: [] } };
  if (!preview.ok) {
    return { data: { request: null, problems: [problemOf(preview.error, alone.masker)], warnings: [] } };
  }
  const masker = alone.masker.with(preview.secrets);
  const warnings = preview.warnings.map((text) => masker.text(text));
  return { data: { request: showRequest(preview.request, KEY_TO_COME, masker), problems: [], warnings } };
}

function problemOf({ code, message, field }: BlockError, masker: Masker): BlockPreview['problems'][number] {
  return { code, message: masker.text(message), ...(field === undefined ? {} : { field }) };
}
