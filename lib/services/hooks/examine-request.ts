import type { RequestCheck } from '../../core/blocks/webhook-trigger/request-check';
import { isInRanges } from '../../platform/addresses/client-address';
import { AppError, type AppErrorOptions, type ErrorCode, isAppError } from '../../platform/errors';
import { addressPayer, type Payer } from '../../platform/http/body/payers';
import { logger } from '../../platform/logging/logger';
import { codeRunner } from '../../platform/sandbox/code-runner';
import type { RunnableWorkflow } from '../runs/runnable-workflow';
import { textWithVariables } from '../variables/text-with-variables';
import type { HookRequest, RequestParts } from './hook-request';
import type { HookTrigger } from './hook-trigger';
import { contentTypeOf, listed, readBodyData } from './read-body';
import type { HookOutcome } from './schema';
import { needsBody, whyNotByHead, whyNotGenuine } from './verify-request';

const CONDITION_TIMEOUT_MS = 1_000;

/** A Webhook block that a request has reached. */
export interface Reached {
  workflow: RunnableWorkflow;
  trigger: HookTrigger;
  blockId: string;
}

/** What passed the checks; `isWanted` is what the author's condition says. */
export interface Examined {
  body: Buffer;
  parts: RequestParts;
  isWanted: boolean;
}

interface RefusalOptions extends AppErrorOptions {
  /** For the author alone. */
  reason?: string;
}

/** The sender is told `message`. */
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
  conflict: 'not_set_up',
  rate_limited: 'over_limit',
  usage_exceeded: 'over_limit',
};

export const outcomeOf = (error: unknown): HookOutcome =>
  (isAppError(error) ? OUTCOMES[error.code] : undefined) ?? 'failed';

/**
 * Checks a request as the block is set to. One that fails a check that needs no body isn't read.
 * @throws AppError method_not_allowed, forbidden, payload_too_large, unauthenticated, conflict
 */
export async function examineRequest(
  reached: Reached,
  request: HookRequest,
  maxBodyBytes: number,
): Promise<Examined> {
  const { methods, ranges, config } = reached.trigger;
  if (!methods.includes(request.method))
    throw new HookRefusal('method_not_allowed', `This webhook takes ${methods.join(', ')}.`, {
      headers: { allow: allowedMethods(reached.trigger) },
      reason: `The method is ${request.method}; this webhook takes ${methods.join(', ')}.`,
    });
  if (ranges !== null && !isInRanges(request.remoteAddress, ranges))
    throw new HookRefusal('forbidden', 'This webhook takes no requests from your address.', {
      reason: `The address ${request.remoteAddress} is not in the list.`,
    });
  const { workflow, blockId } = reached;
  const { check } = config;
  const secret = check.kind === 'none' ? '' : await secretOf(check, workflow);
  const head = { header: headerOf(request), nowMs: Date.now() };
  requireGenuine(check, whyNotByHead(check, secret, head));
  const payers = payersOf(workflow, blockId, request.remoteAddress);
  const body = await request.readBody(maxBodyBytes, payers);
  // By the time of the head: how long a body takes is none of the sender's doing.
  if (needsBody(check)) requireGenuine(check, whyNotGenuine(check, secret, { ...head, body }));
  const parts = partsOf(request);
  return { body, parts, isWanted: await isWanted(reached, body, parts) };
}

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
  return { headers: { ...headers }, query: listed(search), method };
}

const headerOf =
  ({ headers }: HookRequest) =>
  (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };

function requireGenuine({ kind }: RequestCheck, reason: string | null): void {
  if (reason === null) return;
  throw new HookRefusal('unauthenticated', 'The request failed the check of this webhook.', {
    headers: kind === 'basic' ? { 'www-authenticate': 'Basic realm="webhook"' } : {},
    reason,
  });
}

/** With variables filled in. @throws AppError conflict when one is missing */
async function secretOf(
  check: RequestCheck,
  { workspaceId, workflowId, version }: RunnableWorkflow,
): Promise<string> {
  const text = check.kind === 'none' ? '' : check.kind === 'basic' ? check.password : check.token;
  const environment = version === null ? 'draft' : 'live';
  const filled = await textWithVariables(text, { workspaceId, environment });
  if ('value' in filled) return filled.value;
  logger('hooks').warn('the check of a webhook names a variable that is missing', { workflowId });
  throw new HookRefusal('conflict', 'This webhook is not set up completely: its secret is missing.', {
    reason: `The variable ${filled.missing} of the check is missing.`,
  });
}

/** Whether the author's condition holds; without one it does. */
async function isWanted({ trigger, workflow }: Reached, body: Buffer, parts: RequestParts): Promise<boolean> {
  const code = trigger.config.condition;
  if (code.trim() === '') return true;
  const bindings = { body: await readBodyData(body, contentTypeOf(parts)), ...parts };
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
