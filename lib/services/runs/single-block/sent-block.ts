import type { Masker } from '../../../core/engine/masker';
import type { RunPorts } from '../../../core/engine/ports';
import { requestKey } from '../../../core/engine/request-key';
import { runSingleBlock, type SingleBlock } from '../../../core/engine/single-block';
import type { OutboundRequest } from '../../../platform/outbound-http/contract';
import { isParted, sizeOfBody } from '../../../platform/outbound-http/parted-body';
import { addUsage } from '../../limits/add-usage';
import { costOf } from '../../logs/cost';
import type { SentBlock } from '../schema';
import type { BlockContext } from '../shapes/block-context';
import { MAX_SHOWN_BODY_BYTES, showRequest, utf8Text } from './single-block';

/**
 * Runs the block and shows all of what was sent and what came, masked. What models cost counts towards the
 * month's usage, also when the client has gone away.
 */
export async function sentBlock(
  { workspaceId }: Pick<BlockContext, 'workspaceId'>,
  alone: SingleBlock,
  ports: RunPorts,
): Promise<SentBlock> {
  const { span, result, branch, masker } = await runSingleBlock(alone, ports);
  await addUsage(workspaceId, costOf([span]).total);
  const { exchange, attempts = [] } = result;
  const idempotencyKey = requestKey(alone.request.sendId, alone.block.id);
  return {
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
            responseBytes: exchange.pagesBytes ?? exchange.fileBytes ?? exchange.responseBody.byteLength,
          },
    rawBody: exchange?.responseBody ? rawText(exchange.responseBody, masker) : null,
  };
}

/** Null when it is no text, or too long to be shown twice. */
function rawText(body: Uint8Array, masker: Masker): string | null {
  const text = body.byteLength > MAX_SHOWN_BODY_BYTES ? null : utf8Text(body);
  return text === null ? null : masker.text(text);
}

function bytesOf(body: OutboundRequest['body']): number {
  if (isParted(body)) return sizeOfBody(body);
  return typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
}
