import { documentOf, jsonBody, note, plain, type WorkflowTemplate } from './template';

export const pollUntilDone: WorkflowTemplate = {
  id: 'poll-until-done',
  name: 'Poll until a job is done',
  about: 'Starts a long job at another service, checks its state until it is done, and fetches the result.',
  category: 'reliability',
  words: ['wait', 'async', 'export', 'status', 'while', 'loop'],
  variables: [plain('JOBS_URL', 'Where jobs are started and asked for', 'https://api.example.com')],
  document: documentOf(
    {
      about: note(
        '“poll” repeats while the job is running, 120 times at most; after that its error port is ' +
          'taken. Between two checks the run uses no resources.',
      ),
      start: {
        type: 'start',
        at: [0, 0],
        config: {
          fields: [
            { name: 'report', type: 'string', default: 'sales' },
            { name: 'seconds', type: 'number', default: 15, description: 'Between two questions' },
          ],
        },
      },
      job: {
        type: 'api',
        at: [1, 0],
        config: {
          method: 'POST',
          url: '{{JOBS_URL}}/jobs',
          body: jsonBody('{"report": "<start.report>"}'),
          failOnStatus: true,
        },
      },
      poll: {
        type: 'loop',
        at: [2, 0],
        config: {
          kind: 'while',
          condition: "<loop.last> === null || <loop.last>.status === 'running'",
          result: '<state.data>',
          maxIterations: 120,
        },
      },
      pause: { type: 'wait', in: 'poll', at: [0, 0], config: { amount: '<start.seconds>', unit: 'seconds' } },
      state: {
        type: 'api',
        in: 'poll',
        at: [1, 0],
        config: { url: '{{JOBS_URL}}/jobs/<job.data.id>', failOnStatus: true },
      },
      result: {
        type: 'api',
        at: [4.2, 0],
        config: { url: '{{JOBS_URL}}/jobs/<job.data.id>/result', failOnStatus: true },
      },
      response: { type: 'response', at: [5.2, 0], config: { body: '<result.data>' } },
      late: {
        type: 'response',
        at: [4.2, 1],
        config: { status: 504, body: '{"error": "The job was not done in time.", "job": "<job.data.id>"}' },
      },
    },
    ['start > job', 'job > poll', 'pause > state', 'poll > result', 'result > response', 'poll:error > late'],
  ),
};
