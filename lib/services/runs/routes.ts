import { wantsEvents } from '../../platform/http/reply';
import { readGuards, runGuards } from '../access/guards';
import { type Operation, operation, publicOperation } from '../access/operation';
import { readLargeAlone } from './alone-elsewhere';
import { answerWait, getWait } from './answer-wait';
import { startBatchEndpoint } from './batch-endpoint';
import {
  cancelExecutionEndpoint,
  executeWorkflowEndpoint,
  getExecutionEndpoint,
  getExecutionTraceEndpoint,
  getLastOutputsEndpoint,
  getRecordedRequestEndpoint,
  listExecutionsEndpoint,
  previewBlockEndpoint,
  sendBlockEndpoint,
} from './endpoints';
import { executeWorkflow, readLargeStart } from './execute-workflow';
import { cancelExecution, getExecution } from './get-execution';
import { getExecutionTrace } from './get-execution-trace';
import { getLastOutputs } from './last-outputs';
import { listExecutions } from './list-executions';
import { listWaits } from './list-waits';
import { previewBlock } from './preview-block';
import { readWaitAnswer } from './read-wait-answer';
import { getRecordedRequest } from './recorded-request';
import { sendBlock } from './send-block';
import { readLargeBatch, startBatch } from './start-batch';
import {
  answerWaitEndpoint,
  getWaitEndpoint,
  listWaitsEndpoint,
  putWaitAnswerEndpoint,
} from './wait-endpoints';
import { watchExecution } from './watch-execution';

export const runRoutes: readonly Operation[] = [
  operation(executeWorkflowEndpoint, executeWorkflow, {
    readLargeBody: readLargeStart,
    guards: runGuards(),
  }),
  operation(startBatchEndpoint, startBatch, { readLargeBody: readLargeBatch, guards: runGuards() }),
  operation(listExecutionsEndpoint, (actor, { query }) => listExecutions(actor, query)),
  operation(getExecutionEndpoint, (actor, { params }, context) =>
    wantsEvents(context) ? watchExecution(actor, params.id, context) : getExecution(actor, params.id),
  ),
  operation(getExecutionTraceEndpoint, (actor, { params }) => getExecutionTrace(actor, params.id)),
  operation(listWaitsEndpoint, (actor, { query }) => listWaits(actor, query)),
  operation(cancelExecutionEndpoint, (actor, { params }) => cancelExecution(actor, params.id), {
    guards: runGuards(),
  }),
  operation(sendBlockEndpoint, (actor, input, { signal }) => sendBlock(actor, input, signal), {
    readLargeBody: readLargeAlone,
    guards: runGuards(),
  }),
  operation(previewBlockEndpoint, (actor, input, { signal }) => previewBlock(actor, input, signal), {
    readLargeBody: readLargeAlone,
    guards: readGuards('writer'),
  }),
  operation(getLastOutputsEndpoint, (actor, { params }) => getLastOutputs(actor, params)),
  operation(getRecordedRequestEndpoint, (actor, { params }) => getRecordedRequest(actor, params)),
  publicOperation(getWaitEndpoint, (actor, { params }) => getWait(params.token, actor)),
  publicOperation(answerWaitEndpoint, (_, { params, body }) => answerWait(params.token, body), {
    readAnyBody: readWaitAnswer,
    guards: runGuards({ none: 'Who has the link may answer.' }),
  }),
  publicOperation(putWaitAnswerEndpoint, (_, { params, body }) => answerWait(params.token, body), {
    readAnyBody: readWaitAnswer,
    guards: runGuards({ none: 'Who has the link may answer.' }),
  }),
];
