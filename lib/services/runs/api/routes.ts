import { wantsEvents } from '../../../platform/http/reply';
import { readGuards, runGuards } from '../../access/guards';
import { type Operation, operation, publicOperation } from '../../access/operation';
import { startBatchEndpoint } from '../batch-endpoint';
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
} from '../endpoints';
import { cancelExecution, getExecution } from '../reading/get-execution';
import { getExecutionTrace } from '../reading/get-execution-trace';
import { listExecutions } from '../reading/list-executions';
import { watchExecution } from '../reading/watch-execution';
import { readLargeSingleBlock } from '../single-block/isolated-single-block';
import { getLastOutputs } from '../single-block/last-outputs';
import { previewBlock } from '../single-block/preview-block';
import { getRecordedRequest } from '../single-block/recorded-request';
import { sendBlock } from '../single-block/send-block';
import { executeWorkflow, readLargeStart } from '../starting/execute-workflow';
import { readLargeBatch, startBatch } from '../starting/start-batch';
import {
  answerWaitEndpoint,
  getWaitEndpoint,
  listWaitsEndpoint,
  putWaitAnswerEndpoint,
} from '../wait-endpoints';
import { answerWait, getWait, requireWait } from '../waits/answer-wait';
import { listWaits } from '../waits/list-waits';
import { readWaitAnswer } from '../waits/read-wait-answer';

export const runRoutes: readonly Operation[] = [
  operation(executeWorkflowEndpoint, executeWorkflow, {
    readLargeBody: readLargeStart,
    guards: runGuards(),
  }),
  operation(startBatchEndpoint, startBatch, { readLargeBody: readLargeBatch, guards: runGuards() }),
  operation(listExecutionsEndpoint, (actor, { query }) => listExecutions(actor, query)),
  operation(getExecutionEndpoint, (actor, { params }, context) =>
    wantsEvents(context)
      ? watchExecution(actor, params.id, context)
      : getExecution(actor, params.id, 'caller', context),
  ),
  operation(getExecutionTraceEndpoint, (actor, { params }, context) =>
    getExecutionTrace(actor, params.id, context),
  ),
  operation(listWaitsEndpoint, (actor, { query }) => listWaits(actor, query)),
  operation(
    cancelExecutionEndpoint,
    (actor, { params }, context) => cancelExecution(actor, params.id, context),
    {
      guards: runGuards(),
    },
  ),
  operation(sendBlockEndpoint, (actor, input, { signal }) => sendBlock(actor, input, signal), {
    readLargeBody: readLargeSingleBlock,
    guards: runGuards(),
  }),
  operation(previewBlockEndpoint, (actor, input, { signal }) => previewBlock(actor, input, signal), {
    readLargeBody: readLargeSingleBlock,
    guards: readGuards('writer'),
  }),
  operation(getLastOutputsEndpoint, (actor, { params }, { signal }) => getLastOutputs(actor, params, signal)),
  operation(getRecordedRequestEndpoint, (actor, { params }, { signal }) =>
    getRecordedRequest(actor, params, signal),
  ),
  publicOperation(getWaitEndpoint, (actor, { params }) => getWait(params.token, actor)),
  publicOperation(answerWaitEndpoint, (actor, { params, body }) => answerWait(params.token, body, actor), {
    requireTarget: ({ token }) => requireWait(token!),
    readAnyBody: readWaitAnswer,
    guards: runGuards({ none: 'Who has the link may answer.' }),
  }),
  publicOperation(putWaitAnswerEndpoint, (actor, { params, body }) => answerWait(params.token, body, actor), {
    requireTarget: ({ token }) => requireWait(token!),
    readAnyBody: readWaitAnswer,
    guards: runGuards({ none: 'Who has the link may answer.' }),
  }),
];
