import { readUrl } from '../../platform/read-url';
import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import type { OutsideWork } from '../blocks/capabilities';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import { wasTaken } from '../engine/run-effect';
import { isPart, type TraceSpan } from '../engine/trace-span';

/** A request that its server accepted, and for which it may do the same again if it is sent again. */
export interface AcceptedRequest {
  method: string;
  host: string;
  path: string;
}

/** Methods of which a server may do something for each request. */
const ONCE_EACH: ReadonlySet<unknown> = new Set(['POST', 'PATCH']);
const IDEMPOTENCY_KEY = 'idempotency-key';
/** The addresses that are named in words. */
const MOST_NAMED = 3;

/** True if a method may do something for each request, however often it is sent. */
export const actsForEach = (method: string): boolean => ONCE_EACH.has(method);

/**
 * Returns the request of a block that was accepted; null for all others. A key that its author chose is the same in
 * a new run, so that the server knows the request again.
 */
export function acceptedRequest(span: TraceSpan, definitions: BlockDefinitions): AcceptedRequest | null {
  const work = definitions.get(span.type)?.outsideWork;
  if (work?.request === undefined || span.status === 'skipped') return null;
  const sent = asObject(sentIn(work, span));
  const status = asObject(span.output)[work.request.outputs.status];
  if (typeof status !== 'number' || !wasTaken(status)) return null;
  if (!ONCE_EACH.has(sent.method) || IDEMPOTENCY_KEY in asObject(sent.headers)) return null;
  const url = readUrl(work.request.urlOf(sent));
  return { method: String(sent.method), host: url?.host ?? '', path: url?.pathname ?? '' };
}

/** Returns those of all blocks of a run, in containers too. */
export function acceptedRequests(
  spans: readonly TraceSpan[],
  definitions: BlockDefinitions,
): AcceptedRequest[] {
  return [...flatSpans(spans)].flatMap((span) => acceptedRequest(span, definitions) ?? []);
}

/** Says what would happen a second time; null if nothing would. */
export function sentAgainWords(requests: readonly AcceptedRequest[], count = requests.length): string | null {
  if (count === 0) return null;
  const names = [...new Set(requests.map(({ method, host, path }) => `${method} ${host}${path}`))];
  const named = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length > MOST_NAMED ? ', …' : '';
  const what =
    count === 1
      ? '1 request that was accepted would be sent again'
      : `${count.toLocaleString('en')} requests that were accepted would be sent again`;
  return `${what}: ${named}${more}`;
}

/** Returns what leaves the run, without settings that change nothing at the other side. */
export const sentIn = ({ sent }: OutsideWork, { input }: TraceSpan): unknown =>
  asJson(sent === undefined ? input : sent(asObject(asJson(input))));

/** Yields the spans of blocks, those in a container before it. */
export function* flatSpans(spans: readonly TraceSpan[]): Generator<TraceSpan> {
  for (const span of spans) {
    if (isPart(span)) continue;
    yield* flatSpans(span.children);
    yield span;
  }
}

const asJson = (value: unknown): unknown => parseExact(writeJson(value ?? null));

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
