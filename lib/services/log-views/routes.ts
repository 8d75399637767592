import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import {
  createLogViewEndpoint,
  deleteLogViewEndpoint,
  listLogViewsEndpoint,
  updateLogViewEndpoint,
} from './endpoints';
import { createLogView, deleteLogView, listLogViews, updateLogView } from './log-views';

export const logViewRoutes: readonly Operation[] = [
  operation(listLogViewsEndpoint, (actor, { params }) => listLogViews(actor, params)),
  operation(createLogViewEndpoint, (actor, { params, body }) => createLogView(actor, { ...params, ...body })),
  operation(updateLogViewEndpoint, (actor, { params, body }) => updateLogView(actor, { ...params, ...body })),
  operation(deleteLogViewEndpoint, async (actor, { params }) => void (await deleteLogView(actor, params))),
];
