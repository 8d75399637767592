import { type BlockAlone, runAlone } from '../../core/engine/block-alone';
import type { Masker } from '../../core/engine/masker';
import type { RunPorts } from '../../core/engine/ports';
import { requestKey } from '../../core/engine/request-key';
import { MAX_SHOWN_BODY_BYTES, showRequest, utf8Text } from './block-alone';
import type { SentBlock } from './schema';

/** Runs the block and shows all of what was sent and what came, masked. */
export async function sentBlock(alone: BlockAlone, ports: RunPorts): Promise<SentBlock> {
  const { span, result, branch, masker } = await runAlone(alone, ports);
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
            responseBytes: exchange.responseBody.byteLength,
          },
    rawBody: exchange?.responseBody ? rawText(exchange.responseBody, masker) : null,
  };
}

/** Null when it is no text, or too long to be shown twice. */
function rawText(body: Uint8Array, masker: Masker): string | null {
  const text = body.byteLength > MAX_SHOWN_BODY_BYTES ? null : utf8Text(body);
  return text === null ? null : masker.text(text);
}

function bytesOf(body: string | Uint8Array | null): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
}
