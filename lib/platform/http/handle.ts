import { AppError } from '../errors';
import { markWork } from '../event-loop/marks';
import { giveWay } from '../in-slices';
import { type Room, roomForAnswer } from './answer-room';
import { addressPayer, type Payer } from './body/payers';
import type { Endpoint } from './endpoint';
import { answerTagged } from './entity-tag';
import { asJson, parseJson, requireUnpacked } from './json-body';
import type { Caller, Operation, RequestContext } from './operation';
import { parseInput } from './parse-input';
import { problemReply } from './problem';
import { isReply, type Reply, reply } from './reply';
import { announcesBody, requireNoBody } from './without-body';
import { withWrittenIds, writeIdsIn } from './written-ids';

const MAX_BODY_BYTES = 1024 * 1024;
/** Strangers send forms of a few fields. */
const MAX_BODY_BYTES_OF_STRANGERS = 16 * 1024;
/** Bodies of this size or more are parsed outside the event loop where possible. */
const LARGE_BODY_CHARACTERS = 128 * 1024;

/** A request as passed on by either HTTP layer (node http, Next). */
export interface RawRequest extends Omit<RequestContext, 'authenticateAgain' | keyof Room> {
  params: Record<string, string>;
  search: URLSearchParams;
  /** Reads the whole body, charged to `payers`. @throws AppError as `IncomingBody.read` */
  readBody(maxBytes: number, payers: readonly Payer[]): Promise<Buffer>;
  /** Releases the body; call it when nothing holds it that isn't counted elsewhere. */
  releaseBody?(): void;
  /** Calls a function when the response has been sent or its caller has left. */
  whenAnswered(end: () => void): void;
}

const NEEDS_CALLER = { nobody: false, public: false, session: true, key: true } as const;

export const maxBodyBytesOf = ({ maxBodyBytes, auth }: Endpoint): number =>
  maxBodyBytes ?? (NEEDS_CALLER[auth] ? MAX_BODY_BYTES : MAX_BODY_BYTES_OF_STRANGERS);

/** The parts of a request that identify its target before it is validated. */
export type AskedCall = Pick<RawRequest, 'params' | 'search'>;

/** The result of counting a call; the headers go on every response to it. */
export interface CountedCall {
  headers: Record<string, string>;
  refusal: AppError | null;
}

/** Authorization and rate limits. Processes provide the policy: the transport only keeps its order. */
export interface Policy {
  /**
   * @returns null when nobody is authenticated; an invalid credential counts as none
   * @throws AppError forbidden for one that is not valid from there
   */
  authenticate(request: RawRequest, auth: Endpoint['auth']): Promise<Caller | null>;
  /** @returns null for a call that is not counted */
  countCall(caller: Caller | null, endpoint: Endpoint, asked: AskedCall): Promise<CountedCall | null>;
  /** @throws AppError forbidden */
  requireScope(caller: Caller | null, endpoint: Endpoint, params: AskedCall['params']): void;
  /** Returns the owners of the budget shares that a caller's bodies use. */
  payersOf(caller: Caller): readonly Payer[];
}

/**
 * Handles an API request: authenticate → count → find the target → read → validate → authorize → run →
 * respond. Never throws.
 */
export async function handle(operation: Operation, asked: RawRequest, policy: Policy): Promise<Reply> {
  const request = withWrittenIds(asked);
  const headers: Record<string, string> = { 'x-request-id': request.requestId };
  const { former } = operation.endpoint;
  if (former !== undefined) Object.assign(headers, deprecationHeaders(former, request.params));
  let answer: Reply;
  try {
    Object.assign(headers, await operation.crossOrigin?.(request.params, request.header));
    answer = await answerRequest(operation, request, policy, headers);
  } catch (error) {
    answer = problemReply(error, request);
  }
  Object.assign(answer.headers, headers);
  return answer;
}

async function answerRequest(
  operation: Operation,
  request: RawRequest,
  policy: Policy,
  headers: Record<string, string>,
): Promise<Reply> {
  const { endpoint, run } = operation;
  const cause = `${endpoint.method} ${endpoint.path}`;
  markWork(cause);
  const caller = endpoint.auth === 'nobody' ? null : await policy.authenticate(request, endpoint.auth);
  if (caller === null && NEEDS_CALLER[endpoint.auth]) throw unauthenticated(endpoint, request);
  const counted = await policy.countCall(caller, endpoint, request);
  Object.assign(headers, counted?.headers);
  if (counted?.refusal) throw counted.refusal;
  const { params, search } = request;
  if (endpoint.body === undefined && announcesBody(request))
    await requireNoBody(endpoint, request, payersOf(operation, caller, request, policy));
  const input =
    endpoint.body === undefined
      ? parseInput(endpoint, { params, search, body: undefined })
      : await readInput(operation, request, payersOf(operation, caller, request, policy));
  policy.requireScope(caller, endpoint, params);
  markWork(cause);
  const result = await run(caller, input, {
    method: request.method,
    requestId: request.requestId,
    traceId: request.traceId,
    traceparent: request.traceparent,
    signal: request.signal,
    header: request.header,
    remoteAddress: request.remoteAddress,
    roomFor: roomForAnswer(request),
    authenticateAgain: async () => {
      const again = await policy.authenticate(request, endpoint.auth);
      // A key may have been limited meanwhile.
      policy.requireScope(again, endpoint, params);
      return again;
    },
  });
  markWork(cause);
  if (isReply(result)) return result;
  if (endpoint.live !== undefined)
    return answerTagged(result, endpoint.live(result), request.header('if-none-match'));
  return reply(result, endpoint.status ?? (endpoint.response === undefined ? 204 : 200), {
    'cache-control': 'private, no-store',
  });
}

/** RFC 9745, with the present address as RFC 5829 says it. */
function deprecationHeaders(
  { since, successor }: NonNullable<Endpoint['former']>,
  params: Record<string, string>,
): Record<string, string> {
  const path = successor.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    link: `<${path}>; rel="successor-version", </docs>; rel="deprecation"; type="text/html"`,
  };
}

/**
 * Counts a method that a counted path doesn't support like any other call: its response has the remaining
 * calls. `operation`: any operation of the path.
 */
export async function countRefusedMethod(
  { endpoint }: Operation,
  request: RawRequest,
  policy: Policy,
): Promise<CountedCall | null> {
  if (endpoint.rateLimit === undefined) return null;
  const caller = await policy.authenticate(request, endpoint.auth);
  return policy.countCall(caller, endpoint, request);
}

function unauthenticated({ auth, sessionOnly }: Endpoint, { header }: RawRequest): AppError {
  if (auth === 'key') return new AppError('unauthenticated', 'Send a valid API key in the x-api-key header.');
  if (header('x-api-key') === undefined) return new AppError('unauthenticated', 'Sign in first.');
  const { why = '', instead = NEAR } = sessionOnly ?? {};
  const words = [SESSION_ONLY, why, instead].filter((part) => part !== '');
  return new AppError('unauthenticated', words.join(' '));
}

const SESSION_ONLY = 'This operation is for a signed-in person’s session, and no API key can call it.';
const NEAR = 'The operations for keys are in /api/v1/openapi.json.';

function payersOf(
  operation: Operation,
  caller: Caller | null,
  { params, remoteAddress }: RawRequest,
  policy: Policy,
): readonly Payer[] {
  const known = caller === null ? [addressPayer(remoteAddress)] : policy.payersOf(caller);
  return operation.payersOf === undefined ? known : [...operation.payersOf(params), ...known];
}

/** Separate function, so that the text isn't held while the verb works. */
async function readInput(
  { endpoint, readLargeBody, readAnyBody, requireTarget }: Operation,
  request: RawRequest,
  payers: readonly Payer[],
): Promise<ReturnType<typeof parseInput>> {
  const { params, search } = request;
  await requireTarget?.(params);
  requireUnpacked(request.header('content-encoding'));
  const body = await request.readBody(maxBodyBytesOf(endpoint), payers);
  const mark = () => markWork(`${endpoint.method} ${endpoint.path}`); // a large body takes long from here on
  mark();
  // Reading, parsing and validating 8 MB in one turn of the event loop takes half a second.
  const nextTurn = () => giveWay().then(mark);
  if (readAnyBody !== undefined) {
    const input = parseInput({ ...endpoint, body: undefined }, { params, search, body: undefined });
    input.body = await readAnyBody(body, request.header('content-type'));
    return input;
  }
  const text = asJson(body, request.header('content-type'));
  const isLarge = text.length >= LARGE_BODY_CHARACTERS;
  if (isLarge && readLargeBody !== undefined) {
    const input = parseInput({ ...endpoint, body: undefined }, { params, search, body: undefined });
    input.body = await readLargeBody(text);
    request.releaseBody?.(); // large inputs of runs have a budget of their own
    return input;
  }
  if (isLarge) await nextTurn();
  const value = parseJson(text, endpoint);
  if (isLarge) await nextTurn();
  writeIdsIn(value);
  const input = parseInput(endpoint, { params, search, body: value });
  // The parsed form of a large body is large too: it stays paid for while the verb works on it.
  if (isLarge) await nextTurn();
  else request.releaseBody?.();
  return input;
}
