import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { createApiKey } from './create-api-key';
import {
  createApiKeyEndpoint,
  listApiKeysEndpoint,
  renameApiKeyEndpoint,
  revokeApiKeyEndpoint,
  rotateApiKeyEndpoint,
} from './endpoints';
import { listApiKeys } from './list-api-keys';
import { renameApiKey } from './rename-api-key';
import { revokeApiKey } from './revoke-api-key';
import { rotateApiKey } from './rotate-api-key';

export const apiKeyRoutes: readonly Operation[] = [
  listOperation(listApiKeysEndpoint, newestFirst, (actor) => listApiKeys(actor)),
  operation(createApiKeyEndpoint, createApiKey),
  operation(renameApiKeyEndpoint, renameApiKey),
  operation(rotateApiKeyEndpoint, rotateApiKey),
  operation(revokeApiKeyEndpoint, revokeApiKey),
];
