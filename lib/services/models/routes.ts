import { readGuards } from '../access/guards';
import { type Operation, operation } from '../access/operation';
import { listModelsEndpoint } from './endpoints';
import { listModels } from './list-models';

export const modelRoutes: readonly Operation[] = [
  operation(
    listModelsEndpoint,
    (actor, { params, body }, { signal }) => listModels(actor, { ...body, ...params }, signal),
    { guards: readGuards('writer') },
  ),
];
