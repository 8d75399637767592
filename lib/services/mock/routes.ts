import { readGuards } from '../access/guards';
import { type Operation, operation } from '../access/operation';
import { runMockedEndpoint } from './endpoints';
import { runMocked } from './run-mocked';

export const mockRoutes: readonly Operation[] = [
  operation(
    runMockedEndpoint,
    (actor, { params, body }, { signal }) => runMocked(actor, { ...params, ...body }, signal),
    { guards: readGuards('reader', 'It sends nothing and leaves nothing.') },
  ),
];
