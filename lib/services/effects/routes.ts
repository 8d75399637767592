import { type Operation, operation } from '../access/operation';
import { listEffectsEndpoint } from './endpoints';
import { listEffects } from './list-effects';

export const effectRoutes: readonly Operation[] = [
  operation(listEffectsEndpoint, (actor, { query }) => listEffects(actor, query)),
];
