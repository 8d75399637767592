import type { Operation } from '../../platform/http/operation';
import { publicOperation } from '../access/operation';
import { greetEndpoint } from './endpoints';
import { greet } from './greet';

export const demoRoutes: readonly Operation[] = [
  publicOperation(greetEndpoint, async (_, { body }) => greet(body)),
];
