import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { TestedVersion } from '../run-tests/schema';
import { MockedRun } from './schema';

export const runMockedEndpoint = defineEndpoint({
  id: 'runMocked',
  method: 'POST',
  path: '/api/v1/workflows/{id}/mock',
  summary: 'Run a workflow on the recorded answers of a test or a run',
  description:
    'It shows what logs hold: a key needs `logs:read` too. Nothing is sent, and nothing is logged. Each request gets the ' +
    'answer of the recorded request with the same method, address, query and body; headers and credentials don’t ' +
    'count. Where none is recorded, the run stops, and `missing` says what was asked. Calls of workflows and waits ' +
    'are answered as they were recorded.',
  tag: 'Tests',
  auth: 'key',
  scope: 'workflows:read',
  params: z.object({ id: z.string() }),
  body: z
    .strictObject({
      input: z.record(z.string(), z.unknown()).default({}),
      version: TestedVersion.default('draft'),
      testId: z.string().optional().describe('The test with the answers.'),
      logId: z.string().optional().describe('The log with the answers, of a run in the same workspace.'),
    })
    .refine(({ testId, logId }) => (testId === undefined) !== (logId === undefined), {
      path: ['testId'],
      message: 'Give either a test or a log.',
    })
    .meta({ examples: [{ input: { name: 'Ada' }, testId: '019a9b10-4f2e-7d11-8c3a-7e5f60718295' }] }),
  response: z.object({ data: MockedRun }),
  problems: ['conflict', 'payload_too_large', 'forbidden', 'request_timeout'],
});
