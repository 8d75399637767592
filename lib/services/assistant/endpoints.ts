import { z } from 'zod';
import { BlockId, MAX_DOCUMENT_BYTES, WorkflowDocument } from '../../core/workflow/schema';
import { defineEndpoint } from '../../platform/http/endpoint';
import {
  AssistantModel,
  AssistantModelSettings,
  AssistantReply,
  Documentation,
  RunFix,
  Words,
} from './schema';

const tag = 'Assistant';
const path = '/api/v1/workspaces/{workspaceId}/assistant-model';
const movedFrom = '/api/workspaces/{workspaceId}/assistant-model';
const Workspace = z.object({ workspaceId: z.string() });
const Workflow = z.object({ id: z.string() });

/** Why no key may call these operations. */
const sessionOnly = {
  why: 'The assistant answers the person at the editor.',
  instead: 'A key may call PUT /api/v1/workflows/{id}.',
};

export const getAssistantModelEndpoint = defineEndpoint({
  id: 'getAssistantModel',
  method: 'GET',
  path,
  movedFrom,
  summary: 'The model that helps authors; null where there is none',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: Workspace,
  response: z.object({ data: AssistantModel.nullable() }),
});

export const setAssistantModelEndpoint = defineEndpoint({
  id: 'setAssistantModel',
  method: 'PUT',
  path,
  movedFrom,
  summary: 'Choose the model that helps authors',
  tag,
  auth: 'key',
  scope: 'connections:write',
  params: Workspace,
  body: AssistantModelSettings,
  response: z.object({ data: AssistantModel }),
});

export const removeAssistantModelEndpoint = defineEndpoint({
  id: 'removeAssistantModel',
  method: 'DELETE',
  path,
  movedFrom,
  summary: 'Have no assistant',
  tag,
  auth: 'key',
  scope: 'connections:write',
  params: Workspace,
  status: 204,
});

export const proposeChangeEndpoint = defineEndpoint({
  id: 'proposeChange',
  method: 'POST',
  path: '/api/workflows/{id}/proposals',
  summary: 'Have a change of a workflow proposed',
  description: 'Nothing is saved or run. Secrets are not sent to the model.',
  tag,
  auth: 'session',
  sessionOnly,
  params: Workflow,
  body: z
    .strictObject({
      words: Words,
      documentation: Documentation,
      document: WorkflowDocument.describe('As the author sees it.'),
      blockId: BlockId.optional().describe('The block that is meant.'),
    })
    .refine(({ words, documentation }) => `${words}${documentation}`.trim() !== '', {
      path: ['words'],
      message: 'Say what the step should do, or paste documentation.',
    }),
  response: z.object({ data: AssistantReply }),
  problems: ['conflict', 'usage_exceeded', 'rate_limited'],
  maxBodyBytes: MAX_DOCUMENT_BYTES + 1024 * 1024,
});

export const explainErrorEndpoint = defineEndpoint({
  id: 'explainError',
  method: 'POST',
  path: '/api/workflows/{id}/explanations',
  summary: 'Have the error of a run explained',
  description:
    'The model gets the error, and the workflow without secrets; of what blocks worked on, names and types.',
  tag,
  auth: 'session',
  sessionOnly,
  params: Workflow,
  body: z.strictObject({
    logId: z.string(),
    blockId: BlockId.optional().describe(
      'The block whose error it is; the one that ended the run unless given.',
    ),
  }),
  response: z.object({ data: AssistantReply }),
  problems: ['conflict', 'usage_exceeded', 'rate_limited'],
});

export const fixRunEndpoint = defineEndpoint({
  id: 'fixRun',
  method: 'POST',
  path: '/api/workflows/{id}/run-fixes',
  summary: 'Have a change proposed that fixes a failed run',
  description:
    'If the model proposes a change, the run becomes a test that expects it to succeed, and the change a ' +
    'proposal; both are run on recorded responses. The draft stays as it is.',
  tag,
  auth: 'session',
  sessionOnly,
  params: Workflow,
  body: z.strictObject({ logId: z.string() }),
  response: z.object({ data: RunFix }),
  problems: ['conflict', 'usage_exceeded', 'rate_limited', 'quota_exceeded', 'payload_too_large'],
});
