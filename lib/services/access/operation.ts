import type { Endpoint, EndpointInput, EndpointResponse } from '../../platform/http/endpoint';
import type { Operation, RequestContext } from '../../platform/http/operation';
import type { Reply } from '../../platform/http/reply';
import type { Actor, Scope } from './actor';

/** An endpoint whose scopes are ones a key can have. */
type Guarded = Endpoint & { scope?: Scope | readonly Scope[] };
type Answer<E> = EndpointResponse<E> | Reply | undefined;

/**
 * Ties a verb to a definition, checked against its input and response types. The actor is there: `handle` saw
 * to it.
 */
export function operation<E extends Guarded>(
  endpoint: E,
  run: (actor: Actor, input: EndpointInput<E>, context: RequestContext) => Promise<Answer<E>>,
  large: Pick<Operation, 'readLargeBody'> = {},
): Operation {
  return { endpoint, run: run as unknown as Operation['run'], ...large };
}

/** The same for `auth: 'public'`: nobody need be signed in. */
export function publicOperation<E extends Guarded>(
  endpoint: E,
  run: (actor: Actor | null, input: EndpointInput<E>, context: RequestContext) => Promise<Answer<E>>,
  open: Pick<Operation, 'crossOrigin' | 'payersOf' | 'readAnyBody'> = {},
): Operation {
  return { endpoint, run: run as unknown as Operation['run'], ...open };
}
