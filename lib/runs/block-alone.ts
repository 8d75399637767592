import type { Actor } from '../auth/actor';
import type { BlockRequest } from '../blocks/block';
import { type BlockAlone, prepareAlone } from '../engine/block-alone';
import type { Masker } from '../engine/masker';
import type { RunPorts } from '../engine/ports';
import { AppError } from '../errors';
import type { EndpointInput } from '../http/endpoint';
import { newId } from '../ids';
import { wireRequest } from '../outbound-http/wire-request';
import { readVariables } from '../variables/read-variables';
import { findWorkflow } from '../workflows/find-workflow';
import { restoreConcealed } from '../workflows/restore-concealed';
import { workflowOf } from '../workflows/workflow-row';
import type { sendBlockEndpoint } from './endpoints';
import { runPorts } from './run-ports';
import type { PreparedRequest } from './schema';

export type BlockAloneInput = Omit<EndpointInput<typeof sendBlockEndpoint>, 'query'>;

/** Bigger ones, and those that are no text, are shown by type and size. */
export const MAX_SHOWN_BODY_BYTES = 1024 * 1024;

/** The block as the document given, or the stored one, has it. @throws AppError not_found, forbidden */
export async function findBlockAlone(
  actor: Actor,
  { params, body }: BlockAloneInput,
  signal: AbortSignal,
): Promise<{ alone: BlockAlone; ports: RunPorts; workspaceId: string }> {
  const row = await findWorkflow(actor, params.id, 'writer');
  const ports = runPorts({ variables: await readVariables(row.workspaceId), signal });
  const { samples, input } = body;
  const stored = workflowOf(row).document;
  const document = body.document === undefined ? stored : restoreConcealed(body.document, stored);
  const request = { blockId: params.blockId, samples, input, sendId: newId() };
  const alone = await prepareAlone(document, request, ports);
  if (alone === null) throw new AppError('not_found', 'The workflow has no such block.');
  return { alone, ports, workspaceId: row.workspaceId };
}

/** As it goes over the wire, masked; null when it would be refused before that. */
export function showRequest(
  { request, authoredHeaders }: BlockRequest,
  idempotencyKey: string,
  masker: Masker,
): PreparedRequest | null {
  const wire = wireRequest(request, idempotencyKey);
  if (!wire.ok) return null;
  const { method, url, headers, body } = wire.request;
  return {
    method,
    url: masker.text(url),
    headers: headers.map(([name, value], index) => {
      return { name: masker.text(name), value: masker.text(value), automatic: index >= authoredHeaders };
    }),
    body: body === null ? null : showBody(body, contentTypeOf(headers), masker),
  };
}

function showBody(body: Buffer, contentType: string | null, masker: Masker): PreparedRequest['body'] {
  const text = body.length > MAX_SHOWN_BODY_BYTES ? null : textOf(body);
  return text === null ? { contentType, size: body.length } : { text: masker.text(text) };
}

/** Null for what is no UTF-8 text. */
export function textOf(body: Uint8Array): string | null {
  if (body.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

function contentTypeOf(headers: ReadonlyArray<readonly [string, string]>): string | null {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
}
