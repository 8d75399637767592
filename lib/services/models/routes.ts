import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { listModelsEndpoint } from './endpoints';
import { listModels } from './list-models';

export const modelRoutes: readonly Operation[] = [
  operation(listModelsEndpoint, (actor, { params, body }, { signal }) =>
    listModels(actor, { ...body, ...params }, signal),
  ),
];
