import { type Operation, operation } from '../access/operation';
import { getLogValuesEndpoint } from './endpoints';
import { getLogValues } from './get-log-values';

export const logValueRoutes: readonly Operation[] = [
  operation(getLogValuesEndpoint, (actor, { params, query }) => getLogValues(actor, { ...params, ...query })),
];
