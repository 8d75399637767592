import type { Actor } from '../auth/actor';
import { prisma } from '../db';
import { runAlone } from '../engine/block-alone';
import type { Masker } from '../engine/masker';
import { admitExecution } from '../limits/admit-execution';
import { requireUsageLeft } from '../limits/require-usage-left';
import {
  type BlockAloneInput,
  findBlockAlone,
  MAX_SHOWN_BODY_BYTES,
  showRequest,
  textOf,
} from './block-alone';
import type { SentBlock } from './schema';

/**
 * Runs one block by itself, through the executor of a run. Logs nothing; for an API key it counts as a synchronous execution.
 * @throws AppError not_found, forbidden, rate_limited, usage_exceeded
 */
export async function sendBlock(
  actor: Actor,
  input: BlockAloneInput,
  signal: AbortSignal,
): Promise<{ data: SentBlock }> {
  const { alone, ports, workspaceId } = await findBlockAlone(actor, input, signal);
  if (actor.kind === 'apiKey') await admitExecution(await holderOf(workspaceId), 'sync');
  else await requireUsageLeft(workspaceId);
  const { span, result, branch, masker } = await runAlone(alone, ports);
  const { exchange, attempts = [] } = result;
  const idempotencyKey = `${alone.request.sendId}.${alone.block.id}.0`;
  const data: SentBlock = {
    span,
    output: masker.value(result.output),
    branch,
    warnings: span.warnings ?? [],
    attempts,
    request: exchange === undefined ? null : showRequest(exchange, idempotencyKey, masker),
    timing: exchange?.timing ?? null,
    sizes:
      exchange === undefined || exchange.responseBody === null
        ? null
        : {
            requestBytes: bytesOf(exchange.request.body),
            responseBytes: exchange.responseBody.byteLength,
          },
    rawBody: exchange?.responseBody ? rawText(exchange.responseBody, masker) : null,
  };
  return { data };
}

/** Null when it is no text, or too long to be shown twice. */
function rawText(body: Uint8Array, masker: Masker): string | null {
  const text = body.byteLength > MAX_SHOWN_BODY_BYTES ? null : textOf(body);
  return text === null ? null : masker.text(text);
}

async function holderOf(workspaceId: string): Promise<string> {
  const { ownerId } = await prisma().workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  return ownerId;
}

function bytesOf(body: string | Uint8Array | null): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
}
