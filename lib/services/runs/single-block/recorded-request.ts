import type { MaskConnectionAuth } from '../../../core/blocks/connection-auth';
import { previewers } from '../../../core/blocks/registry/executors';
import { createMasker } from '../../../core/engine/masker';
import type { TraceSpan } from '../../../core/engine/trace-span';
import { AppError } from '../../../platform/errors';
import { prisma } from '../../../platform/postgres/db';
import { parseExact } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';
import type { Actor } from '../../access/actor';
import { maskedAuth } from '../../connections/connection-auth';
import { findLog } from '../../logs/get-log';
import { withSpans } from '../../logs/with-spans';
import type { BlockPreview } from '../schema';
import { showRequest } from './single-block';

const MASK = /\{\{\w+\}\}|\*\*\*/;
const VARIABLE = /\{\{(\w+)\}\}/g;
const MASKED_NOTE = 'Secrets are not recorded: replace {{NAME}} and *** before you send it yourself.';

/**
 * Read the request that a block of a past run sent with each of its tries, from what was recorded. @throws
 * AppError not_found
 */
export async function getRecordedRequest(
  actor: Actor,
  { id, spanId }: { id: string; spanId: string },
  signal: AbortSignal,
): Promise<{ data: BlockPreview }> {
  const log = await findLog(actor, id);
  const span = await withSpans(log.id, signal, (spans) => findSpan(spans, spanId));
  if (span === undefined) throw new AppError('not_found', 'This run has no such block.');
  return { data: await recordedRequest(span, log) };
}

function findSpan(spans: readonly TraceSpan[], id: string): TraceSpan | undefined {
  for (const span of spans) {
    const found = span.id === id ? span : findSpan(span.children, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function recordedRequest(
  span: TraceSpan,
  { executionId, workflowId }: { executionId: string; workflowId: string },
): Promise<BlockPreview> {
  const { input, attempts = [] } = span;
  const preview = previewers.get(span.type);
  if (preview === undefined || attempts.length === 0) return none('NOTHING_SENT', 'This block sent nothing.');
  if (typeof input !== 'object' || input === null || 'truncated' in input)
    return none(
      'NOT_RECORDED',
      'What this block received was too large to be kept, so its request is unknown.',
    );
  const shielded = shieldMasks(input);
  // Previewers are typed by their own config; a span holds the one its block ran with.
  const prepared = await preview(shielded.value as never, { maskedAuth: maskedAuthFor(workflowId) });
  if (!prepared.ok) return none(prepared.error.code, prepared.error.message);
  // A text that a preset derived from a masked password, such as its Base64, is nobody's password.
  const derived = createMasker(
    prepared.secrets
      .filter((text) => !MASK.test(shielded.restore(text)))
      .map((value) => ({ name: null, value })),
  );
  const key = `${executionId}.${span.id}.0`;
  const shown = showRequest(prepared.request, key, derived);
  if (shown === null) return none('NOT_RECORDED', 'The request can’t be rebuilt from what was recorded.');
  const request: BlockPreview['request'] = parseExact(
    shielded.restore(writeJson(shown)),
  ) as BlockPreview['request'];
  const isMasked = MASK.test(writeJson(request));
  return { request, problems: [], warnings: isMasked ? [MASKED_NOTE] : [] };
}

/** Masks credentials of the workspace's connections as they are now. */
const maskedAuthFor =
  (workflowId: string): MaskConnectionAuth =>
  async (connectionId) => {
    const select = { workspaceId: true } as const;
    const workflow = await prisma().workflow.findUnique({ where: { id: workflowId }, select });
    return workflow === null ? null : maskedAuth(workflow.workspaceId)(connectionId);
  };

function none(code: string, message: string): BlockPreview {
  return { request: null, problems: [{ code, message }], warnings: [] };
}

/**
 * `{{NAME}}` as letters that survive in every part of a request, so that a host may hold it and no query
 * encodes it.
 */
function shieldMasks(input: object): { value: unknown; restore: (text: string) => string } {
  const text = writeJson(input);
  let marker = 'masked';
  while (text.toLowerCase().includes(marker)) marker += 'x';
  const names = [...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name ?? ''))];
  const value = parseExact(text.replace(VARIABLE, (_, name: string) => `${marker}${names.indexOf(name)}z`));
  const shield = new RegExp(`${marker}(\\d+)z`, 'g');
  return {
    value,
    restore: (shielded) => shielded.replace(shield, (_, index) => `{{${names[Number(index)]}}}`),
  };
}
