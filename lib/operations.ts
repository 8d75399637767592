import type { Operation } from './http/operation';

/** Everything the API does. The custom server, Next's route and the OpenAPI document are all drawn from this list. */
export const operations: readonly Operation[] = [];
