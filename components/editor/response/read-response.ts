import type { ResponseOutputs } from '@/lib/core/blocks/capabilities';
import { type FileReference, isFileReference } from '@/lib/core/blocks/file-reference';
import { isJsonObject } from '@/lib/platform/text/exact-number';
import { writeJson } from '@/lib/platform/text/json-text';
import type { SentBlock } from '@/lib/services/runs/schema';

/** A body in the form that is best to view. */
export type ResponseBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string; contentType: string | null }
  | { kind: 'binary'; contentType: string; size: number; base64: string }
  | { kind: 'file'; file: FileReference }
  | { kind: 'empty' };

export interface ReadResponse {
  /** True when a request was sent, so that status, headers and timing have a meaning. */
  isRequest: boolean;
  /** Null if no response was received, or no request was sent. */
  status: number | null;
  headers: ReadonlyArray<{ name: string; value: string }>;
  body: ResponseBody;
  /** The outputs that contain the parts; an empty `body` is the whole output. */
  paths: ResponseOutputs;
}

/**
 * Reads the result of a block sent alone for display.
 * @param outputs those of the request in its definition; undefined for a block that sends none
 */
export function readResponse(
  { output, request }: Pick<SentBlock, 'output' | 'request'>,
  outputs: ResponseOutputs | undefined,
): ReadResponse {
  if (request === null || outputs === undefined)
    return { isRequest: false, status: null, headers: [], body: bodyOf(output, null), paths: WHOLE_OUTPUT };
  const parts = isJsonObject(output) ? output : {};
  const { [outputs.status]: status, [outputs.headers]: headers, [outputs.body]: body } = parts;
  return {
    isRequest: true,
    status: typeof status === 'number' ? status : null,
    headers: headersOf(headers),
    body: bodyOf(body, contentTypeOf(headers)),
    paths: outputs,
  };
}

const WHOLE_OUTPUT = { status: '', headers: '', body: '' };

/** Returns `<slug.path>` with the parts of a path joined, each as references write it. */
export function referenceTo(slug: string, ...parts: string[]): string {
  const path = parts.filter((part) => part !== '').reduce((all, part) => join(all, part), '');
  return `<${join(slug, path)}>`;
}

function join(left: string, right: string): string {
  return right === '' || left === '' || right.startsWith('[') ? left + right : `${left}.${right}`;
}

/** Returns the body to copy, save and show raw: text unchanged, JSON on one line. */
export function rawText(body: ResponseBody): string {
  if (body.kind === 'json') return writeJson(body.value) ?? '';
  if (body.kind === 'text') return body.text;
  return body.kind === 'binary' ? body.base64 : '';
}

function contentTypeOf(headers: unknown): string | null {
  const type = isJsonObject(headers) ? headers['content-type'] : null;
  return typeof type === 'string' ? type : null;
}

function bodyOf(value: unknown, contentType: string | null): ResponseBody {
  if (value === null || value === undefined || value === '') return { kind: 'empty' };
  if (typeof value === 'string') return { kind: 'text', text: value, contentType };
  if (isFileReference(value)) return { kind: 'file', file: value };
  if (isJsonObject(value) && typeof value.base64 === 'string' && typeof value.size === 'number') {
    const type = typeof value.contentType === 'string' ? value.contentType : 'application/octet-stream';
    return { kind: 'binary', contentType: type, size: value.size, base64: value.base64 };
  }
  return { kind: 'json', value };
}

function headersOf(headers: unknown): Array<{ name: string; value: string }> {
  return Object.entries(isJsonObject(headers) ? headers : {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => ({ name, value: String(each) })),
  );
}
