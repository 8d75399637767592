import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import {
  getVersionEndpoint,
  listVersionsEndpoint,
  makeVersionLiveEndpoint,
  publishWorkflowEndpoint,
} from './endpoints';
import { getVersion } from './get-version';
import { listVersions } from './list-versions';
import { makeVersionLive } from './make-version-live';
import { publishWorkflow } from './publish-workflow';

export const versionRoutes: readonly Operation[] = [
  operation(publishWorkflowEndpoint, (actor, { params, body }) =>
    publishWorkflow(actor, { ...body, ...params }),
  ),
  operation(listVersionsEndpoint, (actor, { params, query }) => listVersions(actor, { ...query, ...params })),
  operation(getVersionEndpoint, (actor, { params }) => getVersion(actor, params)),
  operation(makeVersionLiveEndpoint, (actor, { params }) => makeVersionLive(actor, params)),
];
