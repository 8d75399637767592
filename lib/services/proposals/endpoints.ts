import { z } from 'zod';
import { ProposedChange } from '../../core/assistant/change';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { ShadowResult } from '../replay/schema';
import { TestRun } from '../run-tests/schema';
import { MOST_REPLAYED_RUNS, Proposal, ProposalDetail, ProposalWords } from './schema';

const tag = 'Proposals';
const base = '/api/workflows/{id}/change-proposals';
const Workflow = z.object({ id: z.string() });
const OneProposal = Workflow.extend({ proposalId: z.string() });

/** Why no key may call these operations. */
const sessionOnly = {
  why: 'Agents propose changes by MCP, where secrets are hidden and each call is in the audit.',
  instead: 'A key may call POST /mcp/{workspaceId}/manage.',
};

export const listProposalsEndpoint = defineEndpoint({
  id: 'listProposals',
  method: 'GET',
  path: base,
  summary: 'List the proposals of a workflow, the newest first',
  tag,
  auth: 'session',
  sessionOnly,
  params: Workflow,
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(Proposal), ...NEXT_CURSOR }),
});

export const createProposalEndpoint = defineEndpoint({
  id: 'createProposal',
  method: 'POST',
  path: base,
  summary: 'Keep a change of a draft as a proposal',
  description: 'The draft stays as it is. With `version`, a draft that was saved since is refused with 409.',
  tag,
  auth: 'session',
  sessionOnly,
  params: Workflow,
  body: z.strictObject({
    words: ProposalWords,
    change: ProposedChange,
    version: z.number().int().min(1).optional(),
  }),
  response: z.object({ data: Proposal }),
  status: 201,
  problems: ['conflict', 'payload_too_large', 'quota_exceeded'],
});

export const getProposalEndpoint = defineEndpoint({
  id: 'getProposal',
  method: 'GET',
  path: `${base}/{proposalId}`,
  summary: 'Read a proposal with its documents and what is wrong with it',
  tag,
  auth: 'session',
  sessionOnly,
  params: OneProposal,
  response: z.object({ data: ProposalDetail }),
});

export const testProposalEndpoint = defineEndpoint({
  id: 'testProposal',
  method: 'POST',
  path: `${base}/{proposalId}/tests/run`,
  summary: 'Run the tests of a workflow on a proposal',
  description: 'Nothing is sent, and nothing is logged. The answer is 200 also when tests fail.',
  tag,
  auth: 'session',
  sessionOnly,
  params: OneProposal,
  body: z.strictObject({}),
  response: z.object({ data: TestRun }),
  problems: ['conflict'],
});

export const replayProposalEndpoint = defineEndpoint({
  id: 'replayProposal',
  method: 'POST',
  path: `${base}/{proposalId}/replay`,
  summary: 'Replay the last runs of a workflow with a proposal',
  description: 'Nothing is sent, and nothing is logged. One at a time in a workspace.',
  tag,
  auth: 'session',
  sessionOnly,
  params: OneProposal,
  body: z.strictObject({ runs: z.number().int().min(1).max(MOST_REPLAYED_RUNS).default(20) }),
  response: z.object({ data: ShadowResult }),
  problems: ['conflict', 'request_timeout'],
});

export const applyProposalEndpoint = defineEndpoint({
  id: 'applyProposal',
  method: 'POST',
  path: `${base}/{proposalId}/apply`,
  summary: 'Make a proposal the draft',
  description: 'It is refused with 409 if the draft was saved since it was made.',
  tag,
  auth: 'session',
  sessionOnly,
  params: OneProposal,
  response: z.object({
    data: Proposal,
    workflow: z.object({ id: z.string(), version: z.number().int() }),
  }),
  problems: ['conflict'],
});

export const rejectProposalEndpoint = defineEndpoint({
  id: 'rejectProposal',
  method: 'POST',
  path: `${base}/{proposalId}/reject`,
  summary: 'Decide that a proposal is not applied',
  tag,
  auth: 'session',
  sessionOnly,
  params: OneProposal,
  response: z.object({ data: Proposal }),
  problems: ['conflict'],
});
