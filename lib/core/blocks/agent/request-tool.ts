import type { OutboundRequest, OutboundResult } from '../../../platform/outbound-http/contract';
import { MAX_JSON_VALUES } from '../../../platform/text/json-size';
import { type ObjectSchema, readParameters } from '../../json-schema/read-schema';
import { ResolveError } from '../../references/resolve-error';
import { contentTypeOf, readResponseData } from '../api/request/response-data';
import { meansExpired, statusError } from '../api/request/send-request';
import type { ExecutionContext } from '../block';
import type { Row } from '../rows';
import type { ResolvedTool } from '../tools';
import {
  type AgentTool,
  MAX_TOOL_RESPONSE_BYTES,
  TOOL_ATTEMPT_MS,
  type ToolCallOptions,
  type ToolOutcome,
} from './agent-tool';
import { readConnection, withCredential } from './connection';

type RequestTool = Extract<ResolvedTool, { kind: 'request' }>;

/** Makes a tool of an HTTP request. The model gets status and body, also for a status of 400 or more. */
export function requestTool(tool: RequestTool, context: ExecutionContext): AgentTool {
  const read = readParameters(tool.parameters);
  const parameters = read.ok ? read.schema : {};
  return {
    name: tool.name,
    description: tool.description,
    parameters,
    actsTwice: actsTwice(tool),
    requestFor: (args) => {
      const prepared = prepare(tool, withDeclared(parameters, args));
      return prepared instanceof ResolveError ? null : prepared;
    },
    call: (args, options) => {
      const prepared = prepare(tool, withDeclared(parameters, args));
      return prepared instanceof ResolveError
        ? Promise.resolve({ ok: false, error: { code: prepared.code, message: prepared.message } })
        : sendAs(tool, prepared, context, options);
    },
  };
}

/** True for a POST or PATCH whose author has emptied its `Idempotency-Key`. */
function actsTwice({ method, headers }: RequestTool): boolean {
  if (method !== 'POST' && method !== 'PATCH') return false;
  const isKey = ({ key }: Row) => key.trim().toLowerCase() === 'idempotency-key';
  return headers.find((row) => row.enabled && isKey(row))?.value.trim() === '';
}

function prepare(tool: RequestTool, args: Readonly<Record<string, unknown>>): OutboundRequest | ResolveError {
  try {
    return tool.requestFor(args);
  } catch (error) {
    if (error instanceof ResolveError) return error;
    throw error;
  }
}

/** Sets parameters that were left out to null. */
function withDeclared({ properties }: ObjectSchema, args: Readonly<Record<string, unknown>>) {
  const names = Object.keys(Object(properties));
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...args };
}

/** Sends a request with the credential of the tool's connection; again with a new token after a 401. */
async function sendAs(
  { connectionId }: RequestTool,
  request: OutboundRequest,
  context: ExecutionContext,
  options: ToolCallOptions,
): Promise<ToolOutcome> {
  if (connectionId.trim() === '') return outcomeOf(await send(request, context, options));
  const kept = await readConnection(connectionId, 'tools', context);
  if (!kept.ok) return kept;
  const sent = await send(withCredential(request, kept.auth), context, options);
  if (kept.accessToken === null || !meansExpired(sent.response, kept.expiredAnswers)) return outcomeOf(sent);
  const renewed = await readConnection(connectionId, 'tools', context, kept.accessToken);
  if (!renewed.ok) return renewed.isBroken ? renewed : outcomeOf(sent);
  if (renewed.accessToken === kept.accessToken) return outcomeOf(sent);
  const again = await send(withCredential(request, renewed.auth), context, options);
  return outcomeOf({ ...again, attempts: [...sent.attempts, ...again.attempts] });
}

function send(
  request: OutboundRequest,
  { http, signal }: ExecutionContext,
  { idempotencyKey, remainingMs }: ToolCallOptions,
): Promise<OutboundResult> {
  return http.request(request, {
    signal,
    idempotencyKey,
    attemptTimeoutMs: TOOL_ATTEMPT_MS,
    totalTimeoutMs: Math.max(1, remainingMs),
    maxResponseBytes: MAX_TOOL_RESPONSE_BYTES,
    retry: { when: 'safe', max: 3 },
  });
}

function outcomeOf({ response, error, attempts }: OutboundResult): ToolOutcome {
  if (response === null) return { ok: false, error: error ?? NO_RESPONSE, attempts };
  const { status } = response;
  const { data, jsonValues } = readResponseData(response.body, contentTypeOf(response));
  const value = { status, data: jsonValues >= MAX_JSON_VALUES ? TOO_COMPLEX : data };
  const refusal = status < 400 ? {} : { refusal: statusError(response) };
  return { ok: true, value, shown: { json: value }, ...refusal, attempts };
}

const TOO_COMPLEX = 'The response holds too many values to be read.';
const NO_RESPONSE = { code: 'CONNECTION_RESET', message: 'No response came.' };
