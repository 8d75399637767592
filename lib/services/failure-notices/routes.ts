import { type Operation, operation } from '../access/operation';
import {
  getFailureNoticeEndpoint,
  getWorkspaceFailureNoticeEndpoint,
  setFailureNoticeEndpoint,
  setWorkspaceFailureNoticeEndpoint,
} from './endpoints';
import { getFailureNotice } from './get-failure-notice';
import { setFailureNotice } from './set-failure-notice';
import { getWorkspaceFailureNotice, setWorkspaceFailureNotice } from './workspace-notice';

export const failureNoticeRoutes: readonly Operation[] = [
  operation(getFailureNoticeEndpoint, (actor, { params }) => getFailureNotice(actor, params)),
  operation(setFailureNoticeEndpoint, setFailureNotice),
  operation(getWorkspaceFailureNoticeEndpoint, (actor, { params }) =>
    getWorkspaceFailureNotice(actor, params),
  ),
  operation(setWorkspaceFailureNoticeEndpoint, setWorkspaceFailureNotice),
];
