import type { Actor } from '../auth/actor';
import type { Endpoint, EndpointInput, EndpointResponse } from './endpoint';
import type { Reply } from './reply';
import type { RequestIds } from './request-ids';

/** What a verb may want to know of the request besides its input. */
export interface RequestContext extends RequestIds {
  /** Aborted when the client goes away. */
  signal: AbortSignal;
  /** Lowercase name. */
  header(name: string): string | undefined;
  /** Address of the client (`http/client-address.ts`), for slowing down guesses; never trusted for access. */
  remoteAddress: string;
}

/** Any endpoint with the function that answers it. */
export interface Operation {
  endpoint: Endpoint;
  run(
    actor: Actor | null,
    input: { params: unknown; query: unknown; body: unknown },
    context: RequestContext,
  ): Promise<unknown>;
  /** Takes a body whose size would stop the event loop, as text, and gives the checked one. */
  readLargeBody?(text: string): Promise<unknown>;
}

type Answer<E> = EndpointResponse<E> | Reply | undefined;

/** Ties a verb to a definition, checked against its input and response types. The actor is there: `handle` saw to it. */
export function operation<E extends Endpoint>(
  endpoint: E,
  run: (actor: Actor, input: EndpointInput<E>, context: RequestContext) => Promise<Answer<E>>,
  large: Pick<Operation, 'readLargeBody'> = {},
): Operation {
  return { endpoint, run: run as unknown as Operation['run'], ...large };
}

/** The same for `auth: 'public'`: nobody need be signed in. */
export function publicOperation<E extends Endpoint>(
  endpoint: E,
  run: (actor: Actor | null, input: EndpointInput<E>, context: RequestContext) => Promise<Answer<E>>,
): Operation {
  return { endpoint, run: run as unknown as Operation['run'] };
}
