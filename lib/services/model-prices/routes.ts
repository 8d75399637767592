import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { deleteModelPrice, listModelPrices, setModelPrice } from './change-model-prices';
import { deleteModelPriceEndpoint, listModelPricesEndpoint, setModelPriceEndpoint } from './endpoints';

export const modelPriceRoutes: readonly Operation[] = [
  operation(listModelPricesEndpoint, (actor, { params }) => listModelPrices(actor, params)),
  operation(setModelPriceEndpoint, (actor, { params, body }) => setModelPrice(actor, { ...body, ...params })),
  operation(
    deleteModelPriceEndpoint,
    async (actor, { params, query }) => void (await deleteModelPrice(actor, { ...params, ...query })),
  ),
];
