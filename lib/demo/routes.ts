import { publicOperation } from '../auth/operation';
import type { Operation } from '../http/operation';
import { greetEndpoint } from './endpoints';
import { greet } from './greet';

export const demoRoutes: readonly Operation[] = [
  publicOperation(greetEndpoint, async (_, { body }) => greet(body)),
];
