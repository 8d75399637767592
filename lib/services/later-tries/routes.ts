import { type Operation, operation } from '../access/operation';
import { getLaterTriesEndpoint, setLaterTriesEndpoint } from './endpoints';
import { getLaterTries } from './get-later-tries';
import { setLaterTries } from './set-later-tries';

export const laterTryRoutes: readonly Operation[] = [
  operation(getLaterTriesEndpoint, (actor, { params }) => getLaterTries(actor, params)),
  operation(setLaterTriesEndpoint, setLaterTries),
];
