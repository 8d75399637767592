import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { createApiKey } from './create-api-key';
import {
  createApiKeyEndpoint,
  listApiKeysEndpoint,
  revokeApiKeyEndpoint,
  rotateApiKeyEndpoint,
  updateApiKeyEndpoint,
} from './endpoints';
import { listApiKeys } from './list-api-keys';
import { revokeApiKey } from './revoke-api-key';
import { rotateApiKey } from './rotate-api-key';
import { updateApiKey } from './update-api-key';

export const apiKeyRoutes: readonly Operation[] = [
  listOperation(listApiKeysEndpoint, newestFirst, (actor, { query }) => listApiKeys(actor, query)),
  operation(createApiKeyEndpoint, createApiKey),
  operation(updateApiKeyEndpoint, updateApiKey),
  operation(rotateApiKeyEndpoint, rotateApiKey),
  operation(revokeApiKeyEndpoint, revokeApiKey),
];
