import { z } from 'zod';
import { Fault } from '../../core/rehearsal/fault';
import { ExpectationRules } from '../../core/run-tests/rule';
import { defineEndpoint } from '../../platform/http/endpoint';
import { RunTest, RunTestName, RunTestTags, TestDoubt } from '../run-tests/schema';
import { ReplayVersion } from '../runs/shapes/replay-version';
import { Rehearsal, RehearsalSeed } from './schema';

const MAX_STEP_CHARACTERS = 2_000;
const MAX_PATH_CHARACTERS = 2_000;
const LOGS_TOO = 'It shows what logs hold: a key needs `logs:read` too. ';

const asked = {
  version: ReplayVersion.default('original'),
  seed: RehearsalSeed.default(1).meta({
    description: 'Chooses places in responses and the waits between attempts.',
    examples: [1],
  }),
};

export const rehearseLogEndpoint = defineEndpoint({
  id: 'rehearseLog',
  method: 'POST',
  path: '/api/v1/logs/{id}/rehearse',
  summary: 'Rehearse a past run with faults at each of its requests',
  description:
    `${LOGS_TOO}Replays the run with one fault at a time: a refused connection, a timeout, 429, 500, broken ` +
    'responses, responses of another shape, and the end of the process. Nothing is sent, nothing is logged ' +
    'and nobody waits: other requests have their recorded responses. At most 400 cases, in 60 s; `notes` ' +
    'says what was left out. One at a time in a workspace.',
  tag: 'Tests',
  auth: 'key',
  scope: 'workflows:read',
  keepsToWorkflows: true,
  params: z.object({ id: z.string() }),
  body: z.strictObject(asked),
  response: z.object({ data: Rehearsal }),
  problems: ['conflict', 'payload_too_large', 'forbidden', 'request_timeout'],
});

export const keepRehearsedEndpoint = defineEndpoint({
  id: 'keepRehearsedAsTest',
  method: 'POST',
  path: '/api/v1/logs/{id}/rehearse/keep-as-test',
  summary: 'Keep one case of a rehearsal as a test',
  description:
    `${LOGS_TOO}The test has the run with the fault, and expects what the version gives with it now. After ` +
    'the workflow is mended it fails, and the new result can be accepted. 409 if the rehearsal has no such ' +
    'case, or if nothing recorded answers a request of it.',
  tag: 'Tests',
  auth: 'key',
  scope: 'workflows:write',
  keepsToWorkflows: true,
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    ...asked,
    step: z
      .string()
      .max(MAX_STEP_CHARACTERS)
      .meta({ examples: ['fetch'] }),
    fault: Fault.meta({ examples: ['timeout'] }),
    path: z
      .string()
      .max(MAX_PATH_CHARACTERS)
      .nullable()
      .default(null)
      .meta({ description: 'Of a case of one field.', examples: [null] }),
    name: RunTestName.meta({ examples: ['The shop does not answer'] }),
    tags: RunTestTags.default([]).meta({ examples: [['faults']] }),
    rules: ExpectationRules.default([]),
  }),
  response: z.object({ data: RunTest, doubts: z.array(TestDoubt) }),
  status: 201,
  problems: ['conflict', 'payload_too_large', 'quota_exceeded', 'forbidden', 'request_timeout'],
});
