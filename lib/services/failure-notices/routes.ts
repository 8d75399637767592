import { type Operation, operation } from '../access/operation';
import { getFailureNoticeEndpoint, setFailureNoticeEndpoint } from './endpoints';
import { getFailureNotice } from './get-failure-notice';
import { setFailureNotice } from './set-failure-notice';

export const failureNoticeRoutes: readonly Operation[] = [
  operation(getFailureNoticeEndpoint, (actor, { params }) => getFailureNotice(actor, params)),
  operation(setFailureNoticeEndpoint, setFailureNotice),
];
