import { readGuards } from '../access/guards';
import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation, publicOperation } from '../access/operation';
import { putGuards, replyOfPut } from '../external-ids/create-or-change';
import { askRecipient, confirmRecipient, getRecipient } from './alert-recipients';
import { createAlert, deleteAlert, updateAlert } from './change-alerts';
import {
  askAlertRecipientEndpoint,
  confirmAlertRecipientEndpoint,
  createAlertEndpoint,
  deleteAlertEndpoint,
  getAlertRecipientEndpoint,
  listAlertEventsEndpoint,
  listAlertsEndpoint,
  putAlertEndpoint,
  testAlertEndpoint,
  updateAlertEndpoint,
} from './endpoints';
import { putAlert } from './put-alert';
import { listAlertEvents, listAlerts } from './read-alerts';
import { TEST_GUARDS, testAlert } from './test-alert';

export const alertRoutes: readonly Operation[] = [
  listOperation(listAlertsEndpoint, newestFirst, (actor, { query }) => listAlerts(actor, query)),
  operation(createAlertEndpoint, createAlert),
  operation(
    putAlertEndpoint,
    async (actor, { params, body }) => replyOfPut(await putAlert(actor, { ...body, ...params })),
    { guards: putGuards('alertRules', ['alert.created', 'alert.updated']) },
  ),
  operation(updateAlertEndpoint, updateAlert),
  operation(deleteAlertEndpoint, deleteAlert),
  operation(listAlertEventsEndpoint, (actor, { params, query }) => listAlertEvents(actor, params, query)),
  operation(testAlertEndpoint, (actor, { params }) => testAlert(actor, params), { guards: TEST_GUARDS }),
  operation(
    askAlertRecipientEndpoint,
    (actor, { params, body }) => askRecipient(actor, { ...body, ...params }),
    {
      guards: readGuards('writer', 'It sends an e-mail; the rule shows when.'),
    },
  ),
  publicOperation(getAlertRecipientEndpoint, (_, { params }) => getRecipient(params)),
  publicOperation(confirmAlertRecipientEndpoint, (_, { params }) => confirmRecipient(params), {
    guards: readGuards({ none: 'Who has the link may.' }, 'They may have no account; the rule shows it.'),
  }),
];
