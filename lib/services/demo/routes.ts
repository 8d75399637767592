import { readGuards } from '../access/guards';
import { type Operation, publicOperation } from '../access/operation';
import { greetEndpoint } from './endpoints';
import { greet } from './greet';

export const demoRoutes: readonly Operation[] = [
  publicOperation(greetEndpoint, async (_, { body }) => greet(body), {
    guards: readGuards({ none: 'It serves the example workflow.' }, 'It answers and keeps nothing.'),
  }),
];
