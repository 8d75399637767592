import type { Endpoint, EndpointInput, EndpointResponse } from '../../platform/http/endpoint';
import type { RequestContext, Operation as Served } from '../../platform/http/operation';
import type { Reply } from '../../platform/http/reply';
import type { Actor, Scope } from './actor';
import type { Guards, Verb } from './guards';

/** An endpoint whose scopes are ones a key can have. */
type Guarded = Endpoint & { scope?: Scope | readonly Scope[] };
type Answer<E> = EndpointResponse<E> | Reply | undefined;
type Part<T> = undefined extends T ? unknown : T;
/** The parts of a request merged into one object, which is what a verb takes. */
type Merged<E> = Part<EndpointInput<E>['params']> &
  Part<EndpointInput<E>['query']> &
  Part<EndpointInput<E>['body']>;

/** Reads need no guards; writing operations name theirs. */
type Options<E extends Endpoint, More> = E['method'] extends 'GET' ? [More?] : [More & { guards: Guards }];
type LargeBodies = Pick<Served, 'readLargeBody'>;
type Opened = Pick<Served, 'crossOrigin' | 'payersOf' | 'readAnyBody' | 'requireTarget'>;

/** An operation as it is served; `guards` are those of a writing operation. */
export interface Operation extends Served {
  guards?: Guards;
}

/**
 * Ties a verb to a definition, checked against its input and response types. `handle` ensures that there is
 * an actor. A verb takes params, query and body in one object; a function takes them separately.
 */
export function operation<E extends Guarded>(endpoint: E, verb: Verb<Merged<E>, Answer<E>>): Operation;
export function operation<E extends Guarded>(
  endpoint: E,
  run: (actor: Actor, input: EndpointInput<E>, context: RequestContext) => Promise<Answer<E>>,
  ...options: Options<E, LargeBodies>
): Operation;
export function operation(
  endpoint: Endpoint,
  run: unknown,
  options: LargeBodies & { guards?: Guards } = {},
): Operation {
  if (isVerb(run)) {
    const merged: Served['run'] = (actor, { params, query, body }) =>
      run(actor as Actor, { ...(body as object), ...(query as object), ...(params as object) });
    return { endpoint, run: merged, guards: run.guards };
  }
  const { readLargeBody, guards } = options;
  return {
    endpoint,
    run: run as Served['run'],
    ...(readLargeBody && { readLargeBody }),
    ...(guards && { guards }),
  };
}

const isVerb = (run: unknown): run is Verb<object, unknown> => Object.hasOwn(run as object, 'guards');

/** Does the same for `auth: 'public'`, where nobody needs to be signed in. */
export function publicOperation<E extends Guarded>(
  endpoint: E,
  run: (actor: Actor | null, input: EndpointInput<E>, context: RequestContext) => Promise<Answer<E>>,
  ...options: Options<E, Opened>
): Operation;
export function publicOperation(
  endpoint: Endpoint,
  run: unknown,
  options: Opened & { guards?: Guards } = {},
): Operation {
  return { endpoint, run: run as Served['run'], ...options };
}
