import { type Operation, operation } from '../access/operation';
import { getCoverageEndpoint } from './endpoints';
import { getCoverage } from './get-coverage';

export const coverageRoutes: readonly Operation[] = [
  operation(getCoverageEndpoint, (actor, { params, query }, { signal }) =>
    getCoverage(actor, { ...params, ...query }, signal),
  ),
];
