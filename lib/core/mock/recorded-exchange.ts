import { isJsonObject } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import type { ResponseOutputs } from '../blocks/capabilities';
import { isFileReference } from '../blocks/file-reference';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import { isShortened } from '../blocks/shortened-value';
import type { TraceSpan } from '../engine/trace-span';
import type { SentRequest } from '../run-tests/expected';
import { flatSpans, sentBy } from '../run-tests/result-of';

/** A recorded request with what came back. */
export interface RecordedExchange {
  /** The request as tests compare it, with the step that sent it. */
  sent: SentRequest;
  method: string;
  /** With the port, in lower case. */
  host: string;
  /** Begins with `/`. */
  path: string;
  /** Without `?`; the rows of the block are in `rows`. */
  search: string;
  rows: Readonly<Record<string, unknown>>;
  /** Null: none was sent. */
  body: { kind: string; value: unknown } | null;
  response: RecordedResponse;
}

export type RecordedResponse =
  | { kind: 'answer'; status: number; headers: Array<[string, string | string[]]>; body: string | Base64 }
  /** No answer came. */
  | { kind: 'none'; code: string }
  /** `why`: the reason why it can't be given, as a sentence. */
  | { kind: 'incomplete'; why: string };

interface Base64 {
  base64: string;
}

/** Headers of the connection that a response came over, or of the form in which its body came. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'proxy-authenticate',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Returns the recorded exchanges of a run, in the order they ended. `sent`: what each step sent, where the spans
 * don't tell; by default their inputs do.
 */
export function exchangesOf(
  spans: readonly TraceSpan[],
  definitions: BlockDefinitions,
  sent?: readonly SentRequest[],
): RecordedExchange[] {
  const known = sent && new Map(sent.map((request) => [request.step, request]));
  return flatSpans(spans).flatMap((span) => {
    const work = definitions.get(span.type)?.outsideWork?.request;
    if (work === undefined) return [];
    const request = known ? known.get(span.id)?.request : sentBy(span, definitions);
    if (!isJsonObject(request) || typeof request.url !== 'string') return [];
    const { id: step, blockId, name: blockName } = span;
    const { query, bodyKind, body } = request;
    return [
      {
        sent: { step, blockId, blockName, request },
        method: String(request.method),
        ...addressIn(work.urlOf(request)),
        rows: isJsonObject(query) ? query : {},
        body: typeof bodyKind === 'string' ? { kind: bodyKind, value: body } : null,
        response: responseIn(span, work.outputs),
      },
    ];
  });
}

/** Splits an address without reading it: it may have names of secrets in it, which no URL parser takes. */
function addressIn(url: string): Pick<RecordedExchange, 'host' | 'path' | 'search'> {
  const [address = ''] = url.split('#', 1);
  const scheme = address.indexOf('://');
  const from = scheme === -1 ? 0 : scheme + 3;
  const question = address.indexOf('?', from);
  const end = question === -1 ? address.length : question;
  const slash = address.indexOf('/', from);
  const hostEnd = slash === -1 || slash > end ? end : slash;
  const host = address.slice(from, hostEnd).toLowerCase();
  return {
    host: host.slice(host.lastIndexOf('@') + 1),
    path: address.slice(hostEnd, end) || '/',
    search: question === -1 ? '' : address.slice(question + 1),
  };
}

function responseIn(
  { output, error, attempts, warnings }: TraceSpan,
  outputs: ResponseOutputs,
): RecordedResponse {
  if (!isJsonObject(output)) return { kind: 'incomplete', why: 'Its response is not in the record.' };
  const status = output[outputs.status];
  if (typeof status !== 'number') return { kind: 'none', code: error?.code ?? 'NO_RESPONSE' };
  if (attempts?.some(({ page }) => page !== undefined) === true)
    return { kind: 'incomplete', why: 'It requested several pages, which are recorded as one list.' };
  const data = output[outputs.body] ?? null;
  if (isShortened(data) || isFileReference(data))
    return { kind: 'incomplete', why: 'Its response is too large to be in the record.' };
  const headers = headersIn(output[outputs.headers]);
  const type = String(headers.find(([name]) => name === 'content-type')?.[1] ?? '');
  return {
    kind: 'answer',
    status,
    headers,
    body: bodyOf(data, { type, isAsWritten: warnings !== undefined }),
  };
}

/** `isAsWritten`: a text of JSON that could not be read is the body itself. */
function bodyOf(
  data: unknown,
  { type, isAsWritten }: { type: string; isAsWritten: boolean },
): string | Base64 {
  if (data === null) return '';
  if (typeof data === 'string') return type.includes('json') && !isAsWritten ? writeJson(data) : data;
  if (isJsonObject(data) && typeof data.base64 === 'string' && typeof data.size === 'number')
    return { base64: data.base64 };
  return writeJson(data);
}

function headersIn(headers: unknown): Array<[string, string | string[]]> {
  if (!isJsonObject(headers)) return [];
  return Object.entries(headers).flatMap(([name, value]): Array<[string, string | string[]]> => {
    if (OF_THE_CONNECTION.has(name)) return [];
    if (Array.isArray(value)) return [[name, value.map(String)]];
    return typeof value === 'string' ? [[name, value]] : [];
  });
}
