import { readUrl } from '@/lib/platform/read-url';
import { type RequestCheck, secretOfCheck } from '../../core/blocks/webhook-trigger/request-check';
import { isInRanges } from '../../platform/addresses/client-address';
import { AppError, type AppErrorOptions, type ErrorCode, isAppError } from '../../platform/errors';
import { CONTENT_CODINGS, type ContentCoding, codingsOf } from '../../platform/http/body/content-codings';
import { addressPayer, type Payer } from '../../platform/http/body/payers';
import { collectByName, requireFewFields } from '../../platform/http/forms/read-form';
import type { Reply } from '../../platform/http/reply';
import { logger } from '../../platform/logging/logger';
import { codeRunner } from '../../platform/sandbox/code-runner';
import { answersOrigin } from '../access/answers-origin';
import type { RunnableWorkflow } from '../runs/compiled/runnable-workflow';
import { textWithVariables } from '../variables/text-with-variables';
import { answerSignedChallenge, answerUnsignedChallenge } from './answer-challenge';
import type { HookRequest, RequestParts } from './hook-request';
import { checkFor, type HookTrigger } from './hook-trigger';
import { bodyForSettings, contentTypeOf } from './read-body';
import type { HookOutcome } from './schema';
import type { RequestHead } from './signed-request';
import { needsBody, whyNotByHead, whyNotGenuine } from './verify-request';

const CONDITION_TIMEOUT_MS = 1_000;

/** A Webhook block that a request has reached. */
export interface Reached {
  workflow: RunnableWorkflow;
  trigger: HookTrigger;
  blockId: string;
}

/** A request that passed the checks; `isWanted` is the result of the author's condition. */
export interface Examined {
  /** The body without its content codings. */
  body: Buffer;
  /** The body exactly as received. */
  rawBody: Buffer;
  parts: RequestParts;
  isWanted: boolean;
}

/** The response to a sender that only asks whether the URL expects it. */
export interface Challenged {
  challenge: Reply;
}

interface RefusalOptions extends AppErrorOptions {
  /** The reason, for the author alone. */
  reason?: string;
}

/** A refused request; `message` is sent to the sender. */
export class HookRefusal extends AppError {
  readonly reason: string | null;

  constructor(code: ErrorCode, message: string, { reason, ...options }: RefusalOptions = {}) {
    super(code, message, options);
    this.reason = reason ?? null;
  }
}

const OUTCOMES: Partial<Record<ErrorCode, HookOutcome>> = {
  method_not_allowed: 'method_refused',
  forbidden: 'address_refused',
  unauthenticated: 'check_failed',
  payload_too_large: 'too_large',
  unsupported_media_type: 'encoding_refused',
  conflict: 'not_set_up',
  gone: 'unpublished',
  rate_limited: 'over_limit',
  usage_exceeded: 'over_limit',
};

export function outcomeOf(error: unknown): HookOutcome {
  if (!isAppError(error)) return 'failed';
  // Also where it was replaced in line.
  if (error.extensions.busy === true) return 'over_limit';
  return error.extensions.held === true ? 'held' : (OUTCOMES[error.code] ?? 'failed');
}

/**
 * Checks a request as the block is set to. One that fails a check that needs no body isn't read; the fields
 * of a form are counted before its signature is checked, because some senders sign each of them.
 * @throws AppError method_not_allowed, forbidden, payload_too_large, unauthenticated, conflict,
 *   unsupported_media_type, invalid_request
 */
export async function examineRequest(
  reached: Reached,
  request: HookRequest,
  maxBodyBytes: number,
): Promise<Examined | Challenged> {
  const { trigger, workflow, blockId } = reached;
  const challenge = unsignedChallenge(trigger, request);
  if (challenge === null) requireMethod(trigger, request);
  requireAddress(trigger, request);
  const check = checkFor(trigger, request.method);
  // The check of the sender's own kind is what its challenge does without.
  if (challenge !== null && check === trigger.config.check) return { challenge };
  const secret = check.kind === 'none' ? '' : await secretOf(check, workflow);
  const head = headOf(request);
  requireGenuine(check, whyNotByHead(check, secret, head));
  if (challenge !== null) return { challenge };
  const codings = requireCodings(request);
  const payers = payersOf(workflow, blockId, request.remoteAddress);
  const expandsTo = codings.length > 0 ? maxBodyBytes : 0;
  const rawBody = await request.readBody(maxBodyBytes, payers, expandsTo);
  const contentType = head.header('content-type');
  if (codings.length === 0) requireFewFields(rawBody, contentType);
  // Signed times are compared with the head's arrival: the sender can't help how long a body takes.
  const whyNot = needsBody(check) ? whyNotGenuine(check, secret, { ...head, body: rawBody }) : null;
  // Senders sign the bytes they send. Some sign them before a coding is applied, which proves as much.
  if (codings.length === 0) requireGenuine(check, whyNot);
  const body = await expanded(request, rawBody, codings);
  if (codings.length > 0) requireFewFields(body, contentType);
  if (whyNot !== null) requireGenuine(check, whyNotGenuine(check, secret, { ...head, body }));
  const signed = answerSignedChallenge(check, secret, { body, header: head.header });
  if (signed !== null) return { challenge: signed };
  const parts = partsOf(request);
  return { body, rawBody, parts, isWanted: await isWanted(reached, body, parts) };
}

/** A check for GitHub is Meta's only where GET is let in. */
function unsignedChallenge({ config, methods }: HookTrigger, request: HookRequest): Reply | null {
  const { check } = config;
  if (check.kind === 'github' && !methods.includes(request.method)) return null;
  return answerUnsignedChallenge(check, request);
}

function requireMethod(trigger: HookTrigger, { method }: HookRequest): void {
  const { methods } = trigger;
  if (methods.includes(method)) return;
  throw new HookRefusal('method_not_allowed', `This webhook takes ${methods.join(', ')}.`, {
    headers: { allow: allowedMethods(trigger) },
    reason: `The method is ${method}; this webhook takes ${methods.join(', ')}.`,
  });
}

function requireAddress({ ranges }: HookTrigger, { remoteAddress }: HookRequest): void {
  if (ranges === null || isInRanges(remoteAddress, ranges)) return;
  throw new HookRefusal('forbidden', 'This webhook takes no requests from your address.', {
    reason: `The address ${remoteAddress} is not in the list.`,
  });
}

/** Before the body is read. */
function requireCodings({ headers }: HookRequest): readonly ContentCoding[] {
  const codings = codingsOf(headers['content-encoding']);
  if (codings !== null) return codings;
  const known = CONTENT_CODINGS.join(', ');
  throw new HookRefusal('unsupported_media_type', `This webhook reads bodies packed with ${known}.`, {
    headers: { 'accept-encoding': known },
    reason: `The body is packed with ${headers['content-encoding']}; ${known} are read.`,
  });
}

const expanded = async (
  request: Pick<HookRequest, 'expandBody'>,
  body: Buffer,
  codings: readonly ContentCoding[],
): Promise<Buffer> => (codings.length === 0 || body.length === 0 ? body : request.expandBody(body, codings));

/** Nobody knows who sends it: the webhook pays, its workspace and the address. */
export const payersOf = (
  { workspaceId, workflowId }: Pick<RunnableWorkflow, 'workspaceId' | 'workflowId'>,
  blockId: string,
  remoteAddress: string,
): Payer[] => [
  { kind: 'workspace', id: workspaceId },
  { kind: 'webhook', id: `${workflowId} ${blockId}` },
  addressPayer(remoteAddress),
];

export const allowedMethods = ({ methods }: HookTrigger): string => [...methods, 'OPTIONS'].join(', ');

export function partsOf({ headers, search, method }: HookRequest): RequestParts {
  return { headers: { ...headers }, query: collectByName(search), method };
}

function headOf({ headers, method, target }: HookRequest): RequestHead {
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  // The sender's URL has the origin shown to people or the name it called, which only the sender may know.
  const called = headers.host === undefined ? [] : [`https://${headers.host}`, `http://${headers.host}`];
  const urls = [answersOrigin(), ...called].filter((origin) => readUrl(origin + target) !== null);
  return { header, method, urls: urls.map((origin) => origin + target), nowMs: Date.now() };
}

function requireGenuine({ kind }: RequestCheck, reason: string | null): void {
  if (reason === null) return;
  throw new HookRefusal('unauthenticated', 'The request failed the check of this webhook.', {
    headers: kind === 'basic' ? { 'www-authenticate': 'Basic realm="webhook"' } : {},
    reason,
  });
}

/** Returns the secret with variables filled in. @throws AppError conflict when one is missing */
async function secretOf(
  check: RequestCheck,
  { workspaceId, workflowId, version }: RunnableWorkflow,
): Promise<string> {
  const text = secretOfCheck(check);
  const environment = version === null ? 'draft' : 'live';
  const filled = await textWithVariables(text, { workspaceId, environment });
  if ('value' in filled) return filled.value;
  logger('hooks').warn('the check of a webhook names a variable that is missing', { workflowId });
  throw new HookRefusal('conflict', 'This webhook is not set up completely: its secret is missing.', {
    reason: `The variable ${filled.missing} of the check is missing.`,
  });
}

/** Returns true if the author's condition holds, or there is none. */
async function isWanted({ trigger, workflow }: Reached, body: Buffer, parts: RequestParts): Promise<boolean> {
  const code = trigger.config.condition;
  if (code.trim() === '') return true;
  const bindings = {
    body: await bodyForSettings(body, contentTypeOf(parts), trigger.config.readBodyAs)(),
    ...parts,
  };
  const result = await codeRunner(workflow.workspaceId).firstTrue({
    expressions: [{ code, bindings }],
    timeoutMs: CONDITION_TIMEOUT_MS,
    signal: new AbortController().signal,
  });
  if (result.ok) return result.value !== null;
  const { workflowId } = workflow;
  logger('hooks').warn('the condition of a webhook failed', { workflowId, code: result.error.code });
  throw new HookRefusal('conflict', `The condition of this webhook failed with ${result.error.code}.`, {
    reason: `The condition failed: ${result.error.message}`,
  });
}
