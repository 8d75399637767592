import type { Operation } from '../../platform/http/operation';
import { publicOperation } from '../access/operation';
import { createOwner } from './create-owner';
import { createOwnerEndpoint, getSetupEndpoint } from './endpoints';
import { getSetup } from './get-setup';

export const setupRoutes: readonly Operation[] = [
  publicOperation(getSetupEndpoint, () => getSetup()),
  publicOperation(createOwnerEndpoint, (_, { body }, context) => createOwner(body, context)),
];
