import { type Operation, operation } from '../access/operation';
import { getOperationsEndpoint } from './endpoints';
import { getOperations } from './get-operations';

export const operationsRoutes: readonly Operation[] = [
  operation(getOperationsEndpoint, (actor) => getOperations(actor)),
];
