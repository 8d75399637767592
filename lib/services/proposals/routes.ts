import { readGuards } from '../access/guards';
import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { createProposal } from './create-proposal';
import { applyProposal, rejectProposal } from './decide-proposal';
import {
  applyProposalEndpoint,
  createProposalEndpoint,
  getProposalEndpoint,
  listProposalsEndpoint,
  rejectProposalEndpoint,
  replayProposalEndpoint,
  testProposalEndpoint,
} from './endpoints';
import { getProposal, listProposals } from './list-proposals';
import { replayProposal, testProposal } from './try-proposal';

const onlyReads = readGuards('reader', 'Trying a proposal sends nothing and leaves nothing.');

export const proposalRoutes: readonly Operation[] = [
  listOperation(listProposalsEndpoint, newestFirst, (actor, { params }) => listProposals(actor, params)),
  operation(
    createProposalEndpoint,
    (actor, { params, body: { change, ...body } }) =>
      createProposal(actor, { ...body, ...params, proposed: change }),
    createProposal,
  ),
  operation(getProposalEndpoint, (actor, { params }) => getProposal(actor, params)),
  operation(testProposalEndpoint, (actor, { params }, { signal }) => testProposal(actor, params, signal), {
    guards: onlyReads,
  }),
  operation(
    replayProposalEndpoint,
    (actor, { params, body }, { signal }) => replayProposal(actor, { ...body, ...params }, signal),
    { guards: onlyReads },
  ),
  operation(applyProposalEndpoint, applyProposal),
  operation(rejectProposalEndpoint, rejectProposal),
];
