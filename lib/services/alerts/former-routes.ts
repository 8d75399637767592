import { z } from 'zod';
import { type Operation, operation } from '../access/operation';
import { createAlert, deleteAlert, updateAlert } from './change-alerts';
import {
  createAlertEndpoint,
  deleteAlertEndpoint,
  listAlertEventsEndpoint,
  listAlertsEndpoint,
  testAlertEndpoint,
  updateAlertEndpoint,
} from './endpoints';
import { listAlertEvents, listAlerts } from './read-alerts';
import { AlertSettings } from './schema';
import { TEST_GUARDS, testAlert } from './test-alert';

const path = '/api/v1/workspaces/{workspaceId}/alerts';
const params = z.object({ workspaceId: z.string() });
const ofRule = { path: `${path}/{id}`, params: params.extend({ id: z.string() }) };
const { query: _, ...listed } = listAlertsEndpoint;
const formerly = ({ path: successor }: { path: string }) => ({ since: '2026-11-28T00:00:00Z', successor });

/**
 * The addresses of alerts until November 2026, with the workspace in the path. They do the same as the
 * present ones, which their answers name, and are not in the OpenAPI document.
 */
export const formerAlertRoutes: readonly Operation[] = [
  operation({ ...listed, path, params, former: formerly(listAlertsEndpoint) }, (actor, input) =>
    listAlerts(actor, input.params),
  ),
  operation(
    { ...createAlertEndpoint, path, params, body: AlertSettings, former: formerly(createAlertEndpoint) },
    createAlert,
  ),
  operation({ ...updateAlertEndpoint, ...ofRule, former: formerly(updateAlertEndpoint) }, updateAlert),
  operation({ ...deleteAlertEndpoint, ...ofRule, former: formerly(deleteAlertEndpoint) }, deleteAlert),
  operation(
    {
      ...listAlertEventsEndpoint,
      ...ofRule,
      path: `${ofRule.path}/events`,
      former: formerly(listAlertEventsEndpoint),
    },
    (actor, input) => listAlertEvents(actor, input.params, input.query),
  ),
  operation(
    { ...testAlertEndpoint, ...ofRule, path: `${ofRule.path}/test`, former: formerly(testAlertEndpoint) },
    (actor, input) => testAlert(actor, input.params),
    { guards: TEST_GUARDS },
  ),
];
