import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { ModelName, ModelPrice, ModelPriceRates } from './schema';

const tag = 'Model prices';
const path = '/api/v1/workspaces/{workspaceId}/model-prices';
const params = z.object({ workspaceId: z.string() });

export const listModelPricesEndpoint = defineEndpoint({
  id: 'listModelPrices',
  method: 'GET',
  path,
  summary: 'A workspace’s own prices of AI models',
  description:
    'In USD per million tokens. They come before the public price table, and are the only prices of ' +
    'models that it doesn’t know.',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params,
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(ModelPrice), ...NEXT_CURSOR }),
});

export const setModelPriceEndpoint = defineEndpoint({
  id: 'setModelPrice',
  method: 'PUT',
  path,
  summary: 'Set the price of a model',
  description: 'Holds for answers from now on; what runs have cost stays as it was recorded.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params,
  body: ModelPriceRates.extend({ model: ModelName }),
  response: z.object({ data: ModelPrice }),
});

export const deleteModelPriceEndpoint = defineEndpoint({
  id: 'deleteModelPrice',
  method: 'DELETE',
  path,
  summary: 'Delete the price of a model',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params,
  query: z.strictObject({ model: ModelName }),
  status: 204,
});
