/** The limits of a key beside its scopes: the addresses it is used from, and the workflows it reaches. */

import { type AddressRange, isInRanges } from '../../platform/addresses/client-address';
import { AppError } from '../../platform/errors';
import type { Endpoint } from '../../platform/http/endpoint';
import type { Actor } from './actor';

/** The operations below it name the workflow that they are about. */
const WORKFLOW_PATH = '/api/v1/workflows/{id}';

/** @param address past the trusted proxies @throws AppError forbidden */
export function requireAddress(ranges: readonly AddressRange[] | null, address: string): void {
  if (ranges === null || isInRanges(address, ranges)) return;
  throw new AppError(
    'forbidden',
    `This API key is limited to certain addresses, and ${address || 'yours'} is not one of them.`,
  );
}

/** @throws AppError forbidden for a key that is limited to other workflows */
export function requireWorkflow({ workflowIds }: Actor, workflowId: string): void {
  if (workflowIds === undefined || workflowIds.has(workflowId)) return;
  throw new AppError('forbidden', `${limitWords(workflowIds)}, and this is not one of them.`);
}

/**
 * Refuses operations that reach further than the workflows of a key that is limited to some: only those that
 * name a workflow in their path, and those that keep to the limit themselves, take such a key.
 * @throws AppError forbidden
 */
export function requireWithinWorkflows(
  actor: Actor,
  { path, former, keepsToWorkflows }: Pick<Endpoint, 'path' | 'former' | 'keepsToWorkflows'>,
  { id = '' }: Readonly<Record<string, string>>,
): void {
  if (actor.workflowIds === undefined || keepsToWorkflows) return;
  const present = former?.successor ?? path;
  const namesWorkflow = present === WORKFLOW_PATH || present.startsWith(`${WORKFLOW_PATH}/`);
  if (!namesWorkflow)
    throw new AppError(
      'forbidden',
      `${limitWords(actor.workflowIds)}, and this operation reaches further. Use a key without that limit.`,
    );
  requireWorkflow(actor, id);
}

/** Ends what a key began when it reached other workflows than now. @throws AppError forbidden */
export function requireSameReach({ workflowIds: before }: Actor, { workflowIds: now }: Actor): void {
  if (before?.size === now?.size && [...(before ?? [])].every((id) => now?.has(id))) return;
  throw new AppError('forbidden', 'The workflows of this API key were changed. Ask again.');
}

/**
 * Returns a filter by workflow that keeps to the actor's: of those asked for the ones that it reaches, or all of
 * its own. Undefined: no filter.
 */
export function reachableWorkflows(
  { workflowIds: own }: Actor,
  asked: string[] | undefined,
): string[] | undefined {
  if (own === undefined) return asked;
  return asked === undefined ? [...own] : asked.filter((id) => own.has(id.toLowerCase()));
}

const limitWords = ({ size }: ReadonlySet<string>): string =>
  `This API key is limited to ${size === 1 ? 'one workflow' : `${size} workflows`}`;
