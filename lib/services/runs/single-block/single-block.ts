import type { BlockRequest } from '../../../core/blocks/block';
import type { Masker } from '../../../core/engine/masker';
import type { RunPorts } from '../../../core/engine/ports';
import { prepareSingleBlock, type SingleBlock } from '../../../core/engine/single-block';
import { isNewer, newerDocumentWords } from '../../../core/workflow/migrate-document';
import { AppError } from '../../../platform/errors';
import type { EndpointInput } from '../../../platform/http/endpoint';
import { newId } from '../../../platform/ids';
import type { PartedBody } from '../../../platform/outbound-http/contract';
import { isParted, sizeOfBody } from '../../../platform/outbound-http/parted-body';
import { wireRequest } from '../../../platform/outbound-http/wire-request';
import { writeJson } from '../../../platform/text/json-text';
import type { Actor } from '../../access/actor';
import { readVariables } from '../../variables/read-variables';
import { readWorkflow } from '../../workflows/find-workflow';
import { restoreConcealed } from '../../workflows/restore-concealed';
import { workflowOf } from '../../workflows/workflow-row';
import type { sendBlockEndpoint } from '../endpoints';
import { LargeInput } from '../isolated/large-input';
import type { PreparedRequest } from '../schema';
import type { BlockContext } from '../shapes/block-context';
import { fillShortened, namedBytes } from './fill-shortened';

type SingleBlockInput = Omit<EndpointInput<typeof sendBlockEndpoint>, 'query'>;
/** The document, samples and input to use; a large body as JSON of that, checked. */
export type SingleBlockBody = SingleBlockInput['body'];
export type SingleBlockRunInput = Pick<SingleBlockInput, 'params'> & { body: SingleBlockBody | LargeInput };

/** JSON of an `SingleBlockBody`, in UTF-8, and what its values take with those that it names. */
export interface LargeBody {
  json: Uint8Array;
  bytes: number;
}

/**
 * Returns a `LargeBody` if the event loop must not work on the body: it is large itself, or has samples
 * that are stored whole beside a log.
 */
export function sizedBody(body: SingleBlockBody | LargeInput): LargeBody | SingleBlockBody {
  if (body instanceof LargeInput) return { json: body.json, bytes: body.json.length };
  const named = namedBytes(body.samples);
  return named === 0 ? body : jsonOf(body, named);
}

export function jsonOf(body: SingleBlockBody, namedBytes = 0): LargeBody {
  const json = new TextEncoder().encode(writeJson(body));
  return { json, bytes: json.length + namedBytes };
}

/** Bigger ones, and those that are no text, are shown by type and size. */
export const MAX_SHOWN_BODY_BYTES = 1024 * 1024;

/** @throws AppError not_found, forbidden */
export async function findSingleBlock(
  actor: Actor,
  { params }: Pick<SingleBlockRunInput, 'params'>,
): Promise<BlockContext> {
  const row = await readWorkflow(actor, params.id, 'writer');
  const { workspaceId } = row;
  const variables = await readVariables({ workspaceId, environment: 'draft' });
  const { document } = workflowOf(row);
  return { workspaceId, stored: document, blockId: params.blockId, variables, sendId: newId() };
}

/** The block as the document given, or the stored one, has it. @throws AppError not_found, invalid_request */
export async function prepareBlock(
  { workspaceId, stored, blockId, sendId }: BlockContext,
  { samples, input, document: given }: SingleBlockBody,
  ports: RunPorts,
): Promise<SingleBlock> {
  const document = given === undefined ? stored : restoreConcealed(given, stored);
  if (isNewer(document)) throw new AppError('invalid_request', newerDocumentWords(document.schemaVersion));
  const whole = await fillShortened(workspaceId, samples);
  const alone = await prepareSingleBlock(document, { blockId, samples: whole, input, sendId }, ports);
  if (alone === null) throw new AppError('not_found', 'The workflow has no such block.');
  return alone;
}

/** Returns the request as sent over the wire, masked; null when it would be refused before that. */
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

function showBody(
  body: Buffer | PartedBody,
  contentType: string | null,
  masker: Masker,
): PreparedRequest['body'] {
  if (isParted(body)) return { contentType, size: sizeOfBody(body) };
  const text = body.length > MAX_SHOWN_BODY_BYTES ? null : utf8Text(body);
  return text === null ? { contentType, size: body.length } : { text: masker.text(text) };
}

/** Null for what is no UTF-8 text. */
export function utf8Text(body: Uint8Array): string | null {
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
