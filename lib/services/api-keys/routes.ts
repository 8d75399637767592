import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
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
  operation(listApiKeysEndpoint, (actor) => listApiKeys(actor)),
  operation(createApiKeyEndpoint, (actor, { body }) => createApiKey(actor, body)),
  operation(renameApiKeyEndpoint, (actor, { params, body }) => renameApiKey(actor, { ...body, ...params })),
  operation(rotateApiKeyEndpoint, (actor, { params, body }) => rotateApiKey(actor, { ...body, ...params })),
  operation(revokeApiKeyEndpoint, async (actor, { params }) => void (await revokeApiKey(actor, params))),
];
