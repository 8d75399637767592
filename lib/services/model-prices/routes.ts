import { listOperation } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { deleteModelPrice, listModelPrices, setModelPrice } from './change-model-prices';
import { deleteModelPriceEndpoint, listModelPricesEndpoint, setModelPriceEndpoint } from './endpoints';

export const modelPriceRoutes: readonly Operation[] = [
  listOperation(
    listModelPricesEndpoint,
    { keyOf: ({ model }) => model, highestFirst: false },
    (actor, { params }) => listModelPrices(actor, params),
  ),
  operation(setModelPriceEndpoint, setModelPrice),
  operation(deleteModelPriceEndpoint, deleteModelPrice),
];
