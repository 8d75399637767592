import { defineEndpoint } from '../../platform/http/endpoint';
import { runGuards } from '../access/guards';
import { listOperation } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import {
  deletePinEndpoint,
  deletePinsEndpoint,
  listPinsEndpoint,
  runDraftEndpoint,
  savePinEndpoint,
} from './endpoints';
import { deletePin, deletePins, listPins, savePin } from './pins';
import { runDraft } from './run-draft';

const { scope: _, ...runDraftAsBefore } = runDraftEndpoint;
/** The old path, for one release: editors that stayed open during an update use it. */
const oldRunDraftEndpoint = defineEndpoint({
  ...runDraftAsBefore,
  id: 'runDraftAtOldPath',
  path: '/api/workflows/{id}/draft-runs',
  auth: 'session',
  sessionOnly: {
    why: 'It is a former path of the editor.',
    instead: 'A key may call POST /api/v1/workflows/{id}/draft-runs.',
  },
});

export const pinRoutes: readonly Operation[] = [
  listOperation(
    listPinsEndpoint,
    { keyOf: ({ blockId }) => blockId, highestFirst: false },
    (actor, { params }) => listPins(actor, params),
  ),
  operation(savePinEndpoint, savePin),
  operation(
    deletePinEndpoint,
    async (actor, { params }) => void (await deletePin(actor, params)),
    deletePins,
  ),
  operation(deletePinsEndpoint, deletePins),
  operation(
    runDraftEndpoint,
    (actor, { params, body }, context) => runDraft(actor, { ...params, ...body }, context),
    { guards: runGuards() },
  ),
  operation(
    oldRunDraftEndpoint,
    (actor, { params, body }, context) => runDraft(actor, { ...params, ...body }, context),
    { guards: runGuards() },
  ),
];
