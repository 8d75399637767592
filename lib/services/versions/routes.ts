import { type Operation, operation } from '../access/operation';
import {
  getVersionEndpoint,
  listVersionsEndpoint,
  makeVersionLiveEndpoint,
  publishWorkflowEndpoint,
  unpublishWorkflowEndpoint,
} from './endpoints';
import { getVersion } from './get-version';
import { listVersions } from './list-versions';
import { makeVersionLive } from './make-version-live';
import { publishWorkflow } from './publish-workflow';
import { unpublishWorkflow } from './unpublish-workflow';

export const versionRoutes: readonly Operation[] = [
  operation(publishWorkflowEndpoint, publishWorkflow),
  operation(unpublishWorkflowEndpoint, unpublishWorkflow),
  operation(listVersionsEndpoint, (actor, { params, query }) => listVersions(actor, { ...query, ...params })),
  operation(getVersionEndpoint, (actor, { params }) => getVersion(actor, params)),
  operation(makeVersionLiveEndpoint, makeVersionLive),
];
