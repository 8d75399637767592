import { readGuards } from '../access/guards';
import { type Operation, operation } from '../access/operation';
import { editGuards } from '../workflows/note-change-sql';
import { getEditsEndpoint, sendEditsEndpoint, sendPlaceEndpoint, watchEditsEndpoint } from './endpoints';
import { getEdits } from './get-edits';
import { sendPlace } from './presence';
import { sendEdits } from './send-edits';
import { watchEdits } from './watch-edits';

export const sharedEditRoutes: readonly Operation[] = [
  operation(getEditsEndpoint, (actor, { params, query }, context) =>
    getEdits(actor, { ...params, ...query }, context),
  ),
  operation(sendEditsEndpoint, (actor, { params, body }) => sendEdits(actor, { ...params, ...body }), {
    guards: editGuards,
  }),
  operation(watchEditsEndpoint, (actor, { params, query }, context) =>
    watchEdits(actor, { ...params, ...query }, context),
  ),
  operation(
    sendPlaceEndpoint,
    async (actor, { params, body }) => void (await sendPlace(actor, { ...params, ...body })),
    { guards: readGuards('reader', 'It shows others for moments where somebody is.') },
  ),
];
