import { readGuards } from '../access/guards';
import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { acceptResult } from './accept-result';
import { createRunTest } from './create-run-test';
import { deleteRunTest } from './delete-run-test';
import {
  acceptResultEndpoint,
  createRunTestEndpoint,
  deleteRunTestEndpoint,
  getPublishingEndpoint,
  getRunTestEndpoint,
  keepAsTestEndpoint,
  listRunTestsEndpoint,
  runTestsEndpoint,
  setPublishingEndpoint,
  suggestRulesEndpoint,
  updateRunTestEndpoint,
} from './endpoints';
import { keepAsTest } from './keep-as-test';
import { getRunTest, listRunTests } from './list-run-tests';
import { getPublishing, setPublishing } from './publishing-settings';
import { runTests } from './run-tests';
import { suggestForLog } from './suggest-for-log';
import { updateRunTest } from './update-run-test';

const onlyReads = readGuards('reader', 'Running a test sends nothing and leaves nothing.');

export const runTestRoutes: readonly Operation[] = [
  operation(keepAsTestEndpoint, keepAsTest),
  listOperation(listRunTestsEndpoint, newestFirst, (actor, { params, query }) =>
    listRunTests(actor, { ...query, ...params }),
  ),
  operation(createRunTestEndpoint, createRunTest),
  operation(getRunTestEndpoint, (actor, { params }) => getRunTest(actor, params)),
  operation(updateRunTestEndpoint, updateRunTest),
  operation(deleteRunTestEndpoint, deleteRunTest),
  operation(
    runTestsEndpoint,
    (actor, { params, body }, { signal }) => runTests(actor, { ...body, ...params }, signal),
    { guards: onlyReads },
  ),
  operation(
    acceptResultEndpoint,
    (actor, { params, body }, { signal }) => acceptResult(actor, { ...body, ...params }, signal),
    updateRunTest,
  ),
  operation(
    suggestRulesEndpoint,
    (actor, { params, body }, { signal }) => suggestForLog(actor, { ...body, ...params }, signal),
    { guards: onlyReads },
  ),
  operation(getPublishingEndpoint, (actor, { params }) => getPublishing(actor, params)),
  operation(setPublishingEndpoint, setPublishing),
];
