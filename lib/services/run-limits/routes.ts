import { type Operation, operation } from '../access/operation';
import { getRunLimitsEndpoint, setRunLimitsEndpoint } from './endpoints';
import { getRunLimits } from './get-run-limits';
import { setRunLimits } from './set-run-limits';

export const runLimitRoutes: readonly Operation[] = [
  operation(getRunLimitsEndpoint, (actor, { params }) => getRunLimits(actor, params)),
  operation(setRunLimitsEndpoint, setRunLimits),
];
