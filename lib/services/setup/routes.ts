import { type Operation, publicOperation } from '../access/operation';
import { createOwner } from './create-owner';
import { createOwnerEndpoint, getSetupEndpoint } from './endpoints';
import { getSetup } from './get-setup';

export const setupRoutes: readonly Operation[] = [
  publicOperation(getSetupEndpoint, () => getSetup()),
  publicOperation(createOwnerEndpoint, (_, { body }, context) => createOwner(body, context), {
    guards: {
      role: { none: 'Nobody has an account yet.' },
      quota: { none: 'It is the first.' },
      audit: 'workspace.created',
      transaction: { own: 'Who does it is made inside the transaction.' },
    },
  }),
];
