import { z } from 'zod';
import { RunTag } from '../../core/blocks/run-tags';
import { Expected } from '../../core/run-tests/expected';
import { ExpectationRules } from '../../core/run-tests/rule';
import { KeptRun } from '../../core/run-tests/test-content';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { textParam } from '../../platform/http/query-params';
import {
  PublishingSettings,
  RuleSuggestion,
  RunTest,
  RunTestDetail,
  RunTestName,
  RunTestTags,
  TestDoubt,
  TestedVersion,
  TestRun,
} from './schema';

const tag = 'Tests';
const base = '/api/v1/workflows/{id}/tests';
const Workflow = z.object({ id: z.string() });
const OneTest = Workflow.extend({ testId: z.string() });
const Workspace = z.object({ workspaceId: z.string() });
const LOGS_TOO = 'Tests hold what logs hold: a key needs `logs:read` too. ';
/** More than a test may have, so that one that is too large gets its own error message. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const MOST_CHOSEN = 100;

const described = {
  name: RunTestName.meta({ examples: ['An order with a discount'] }),
  tags: RunTestTags.default([]).meta({ examples: [['orders']] }),
  rules: ExpectationRules.default([]),
};

/** Why no key may call these operations. */
const sessionOnly = {
  why: 'A rule about what keys may publish is no key’s to change.',
  instead: 'A key may call POST /api/v1/workflows/{id}/publish.',
};

export const keepAsTestEndpoint = defineEndpoint({
  id: 'keepAsTest',
  method: 'POST',
  path: '/api/v1/logs/{id}/keep-as-test',
  summary: 'Keep a run as a test of its workflow',
  description:
    `${LOGS_TOO}The test has the input, the recorded responses, the clock and the random numbers of the run, ` +
    'also after its log is deleted. It expects the end, the output and the requests that the version which ' +
    'ran gives with them. 409 for a run that was stopped, had pinned outputs, or whose log lacks a response.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  keepsToWorkflows: true,
  params: Workflow,
  body: z.strictObject(described),
  response: z.object({ data: RunTest, doubts: z.array(TestDoubt) }),
  status: 201,
  problems: ['conflict', 'payload_too_large', 'quota_exceeded', 'forbidden', 'request_timeout'],
});

export const listRunTestsEndpoint = defineEndpoint({
  id: 'listRunTests',
  method: 'GET',
  path: base,
  summary: 'List the tests of a workflow, by name',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: Workflow,
  query: z.strictObject({
    ...PAGE_PARAMS,
    logId: textParam().optional().describe('Only those kept from this log.'),
  }),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(RunTest), ...NEXT_CURSOR }),
});

export const createRunTestEndpoint = defineEndpoint({
  id: 'createRunTest',
  method: 'POST',
  path: base,
  summary: 'Create a test from what another workspace or a file has of it',
  description: `${LOGS_TOO}Takes what reading a test returns.`,
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Workflow,
  body: z.strictObject({ ...described, expected: Expected, kept: KeptRun }),
  response: z.object({ data: RunTest }),
  status: 201,
  problems: ['conflict', 'payload_too_large', 'quota_exceeded', 'forbidden'],
  maxBodyBytes: MAX_BODY_BYTES,
  exactNumbers: true,
});

export const getRunTestEndpoint = defineEndpoint({
  id: 'getRunTest',
  method: 'GET',
  path: `${base}/{testId}`,
  summary: 'Read a test with its record and what it expects',
  description: LOGS_TOO,
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: OneTest,
  response: z.object({ data: RunTestDetail }),
  problems: ['forbidden'],
});

export const updateRunTestEndpoint = defineEndpoint({
  id: 'updateRunTest',
  method: 'PATCH',
  path: `${base}/{testId}`,
  summary: 'Change a test',
  description: 'With `revision`, a test that was changed since is refused with 409.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneTest,
  body: z.strictObject({
    name: RunTestName.optional(),
    tags: RunTestTags.optional(),
    rules: ExpectationRules.optional(),
    expected: Expected.optional(),
    kept: KeptRun.optional(),
    revision: z
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ description: 'The revision that the change is based on.', examples: [1] }),
  }),
  response: z.object({ data: RunTest }),
  problems: ['conflict', 'payload_too_large', 'quota_exceeded', 'forbidden'],
  maxBodyBytes: MAX_BODY_BYTES,
  exactNumbers: true,
});

export const deleteRunTestEndpoint = defineEndpoint({
  id: 'deleteRunTest',
  method: 'DELETE',
  path: `${base}/{testId}`,
  summary: 'Delete a test',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneTest,
  status: 204,
});

export const runTestsEndpoint = defineEndpoint({
  id: 'runTests',
  method: 'POST',
  path: `${base}/run`,
  summary: 'Run the tests of a workflow',
  description:
    `${LOGS_TOO}Nothing is sent, and nothing is logged: recorded responses answer. Without \`testIds\` and ` +
    '`tags` all tests run. The answer is 200 also when tests fail.',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: Workflow,
  body: z.strictObject({
    version: TestedVersion.default('draft'),
    testIds: z
      .array(z.string().max(100))
      .max(MOST_CHOSEN)
      .optional()
      .meta({ description: 'Only these.', examples: [['019a9b10-4f2e-7d11-8c3a-7e5f60718295']] }),
    tags: z
      .array(RunTag)
      .max(MOST_CHOSEN)
      .optional()
      .meta({ description: 'Only tests with one of these tags.', examples: [['orders']] }),
  }),
  response: z.object({ data: TestRun }),
  problems: ['conflict', 'forbidden'],
});

export const acceptResultEndpoint = defineEndpoint({
  id: 'acceptTestResult',
  method: 'POST',
  path: `${base}/{testId}/accept`,
  summary: 'Expect what a version gives now',
  description: `${LOGS_TOO}409 while a request of that version has no recorded response.`,
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneTest,
  body: z.strictObject({ version: TestedVersion.default('draft') }),
  response: z.object({ data: RunTest }),
  problems: ['conflict', 'payload_too_large', 'forbidden', 'request_timeout'],
});

export const suggestRulesEndpoint = defineEndpoint({
  id: 'suggestTestRules',
  method: 'POST',
  path: `${base}/{testId}/suggest-rules`,
  summary: 'Suggest rules under which another run of the workflow passes a test',
  description: `${LOGS_TOO}The rules, with those of the test, cover what differs between the two runs.`,
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: OneTest,
  body: z.strictObject({
    logId: z.string().meta({ description: 'The log of the other run.' }),
  }),
  response: z.object({ data: RuleSuggestion }),
  problems: ['conflict', 'payload_too_large', 'forbidden', 'request_timeout'],
});

export const getPublishingEndpoint = defineEndpoint({
  id: 'getPublishingSettings',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/publishing',
  movedFrom: '/api/workspaces/{workspaceId}/publishing',
  summary: 'What publishing needs in a workspace',
  tag: 'Workspaces',
  auth: 'key',
  scope: 'workflows:read',
  params: Workspace,
  response: z.object({ data: PublishingSettings }),
});

export const setPublishingEndpoint = defineEndpoint({
  id: 'setPublishingSettings',
  method: 'PUT',
  path: '/api/workspaces/{workspaceId}/publishing',
  summary: 'Choose what publishing needs in a workspace',
  tag: 'Workspaces',
  auth: 'session',
  sessionOnly,
  params: Workspace,
  body: z.strictObject({ needsTests: z.boolean() }),
  response: z.object({ data: PublishingSettings }),
});
