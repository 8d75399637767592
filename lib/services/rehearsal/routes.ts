import { readGuards } from '../access/guards';
import { type Operation, operation } from '../access/operation';
import { keepRehearsedEndpoint, rehearseLogEndpoint } from './endpoints';
import { keepRehearsed } from './keep-rehearsed';
import { rehearseLog } from './rehearse-log';

export const rehearsalRoutes: readonly Operation[] = [
  operation(
    rehearseLogEndpoint,
    (actor, { params, body }, { signal }) => rehearseLog(actor, { ...body, ...params }, signal),
    { guards: readGuards('reader', 'A rehearsal sends nothing and leaves nothing.') },
  ),
  operation(keepRehearsedEndpoint, keepRehearsed),
];
