import type { Operation } from '../../platform/http/operation';
import { operation, publicOperation } from '../access/operation';
import { askRecipient, confirmRecipient, getRecipient } from './alert-recipients';
import { createAlert, deleteAlert, testAlert, updateAlert } from './change-alerts';
import {
  askAlertRecipientEndpoint,
  confirmAlertRecipientEndpoint,
  createAlertEndpoint,
  deleteAlertEndpoint,
  getAlertRecipientEndpoint,
  listAlertEventsEndpoint,
  listAlertsEndpoint,
  testAlertEndpoint,
  updateAlertEndpoint,
} from './endpoints';
import { listAlertEvents, listAlerts } from './read-alerts';

export const alertRoutes: readonly Operation[] = [
  operation(listAlertsEndpoint, (actor, { params }) => listAlerts(actor, params)),
  operation(createAlertEndpoint, (actor, { params, body }) => createAlert(actor, { ...body, ...params })),
  operation(updateAlertEndpoint, (actor, { params, body }) => updateAlert(actor, { ...body, ...params })),
  operation(deleteAlertEndpoint, async (actor, { params }) => void (await deleteAlert(actor, params))),
  operation(listAlertEventsEndpoint, (actor, { params }) => listAlertEvents(actor, params)),
  operation(testAlertEndpoint, (actor, { params }) => testAlert(actor, params)),
  operation(askAlertRecipientEndpoint, (actor, { params, body }) =>
    askRecipient(actor, { ...body, ...params }),
  ),
  publicOperation(getAlertRecipientEndpoint, (_, { params }) => getRecipient(params)),
  publicOperation(confirmAlertRecipientEndpoint, (_, { params }) => confirmRecipient(params)),
];
