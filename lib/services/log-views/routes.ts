import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import {
  createLogViewEndpoint,
  deleteLogViewEndpoint,
  listLogViewsEndpoint,
  updateLogViewEndpoint,
} from './endpoints';
import { createLogView, deleteLogView, listLogViews, updateLogView } from './log-views';

export const logViewRoutes: readonly Operation[] = [
  listOperation(listLogViewsEndpoint, newestFirst, (actor, { params }) => listLogViews(actor, params)),
  operation(createLogViewEndpoint, createLogView),
  operation(updateLogViewEndpoint, updateLogView),
  operation(deleteLogViewEndpoint, deleteLogView),
];
