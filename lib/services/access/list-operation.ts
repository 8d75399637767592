import type { Endpoint, EndpointInput, EndpointResponse } from '../../platform/http/endpoint';
import { type AskedPage, cutPage, type ListOrder } from '../../platform/http/list-pages';
import type { RequestContext } from '../../platform/http/operation';
import type { Actor, Scope } from './actor';
import type { Operation } from './operation';

type ListEndpoint = Endpoint & { method: 'GET'; scope?: Scope | readonly Scope[] };
type RowOf<E> = EndpointResponse<E> extends { data: Array<infer Row> } ? Row : never;

/** The newest come first: ids grow with time. */
export const newestFirst: ListOrder<{ id: string }> = { keyOf: ({ id }) => id, highestFirst: true };

/** Lists by a name, in the order of its characters. */
export const byName: ListOrder<{ name: string }> = { keyOf: ({ name }) => name, highestFirst: false };

/**
 * Ties a verb that returns a whole list to its endpoint, whose query has `PAGE_PARAMS` and whose answer
 * `NEXT_CURSOR`: callers who ask for pages get them in `order`, all others the list as the verb returns it.
 */
export function listOperation<E extends ListEndpoint>(
  endpoint: E,
  order: ListOrder<RowOf<E>>,
  list: (
    actor: Actor,
    input: EndpointInput<E>,
    context: RequestContext,
  ) => Promise<Omit<EndpointResponse<E>, 'nextCursor'>>,
): Operation {
  const run: Operation['run'] = async (caller, input, context) => {
    const asked: unknown = input;
    const answer: unknown = await list(caller as Actor, asked as EndpointInput<E>, context);
    const { limit, cursor, ...filters } = input.query as AskedPage;
    const about = [endpoint.id, input.params, filters];
    const rows = (answer as { data: Array<RowOf<E>> }).data;
    return { ...(answer as object), ...cutPage(rows, { limit, cursor }, order, about) };
  };
  return { endpoint, run };
}
