import { z } from 'zod';
import { WorkflowDocument } from '../../core/workflow/schema';
import { multilineText } from '../../platform/text/text-schemas';

/** The limit of a proposed document, as JSON. */
export const MAX_PROPOSED_BYTES = 1024 * 1024;
/** The limit of all proposals of a workspace together. */
export const MAX_PROPOSALS_BYTES = 64 * 1024 * 1024;
/** Decided proposals of a workflow that are kept, the last ones. */
export const KEPT_DECIDED = 50;
/** The most runs that one replay of a proposal takes. */
export const MOST_REPLAYED_RUNS = 50;
const MAX_WORDS_CHARACTERS = 6_000;

const PROPOSAL_STATES = ['open', 'applied', 'rejected'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** What a proposal is for. */
export const ProposalWords = multilineText(MAX_WORDS_CHARACTERS).refine(
  (text) => text.trim() !== '',
  'Say what the change is for.',
);

export const Proposal = z
  .object({
    id: z.string(),
    workflowId: z.string(),
    words: z.string().describe('What it is for.'),
    state: z.enum(PROPOSAL_STATES),
    baseVersion: z.number().int().describe('Of the draft that it is based on.'),
    isMoved: z.boolean().describe('True if the draft was saved since: then it can’t be applied.'),
    createdAt: z.string(),
    createdBy: z.string().nullable().describe('Null once the account is gone.'),
    apiKey: z
      .object({ id: z.string(), name: z.string().nullable() })
      .nullable()
      .describe('The key that made it; null if a person did. Its name is null once it is gone.'),
    decidedAt: z.string().nullable(),
    decidedBy: z.string().nullable(),
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof Proposal>;

export const ProposalProblem = z
  .object({
    severity: z.enum(['error', 'warning']),
    blockId: z.string().nullable(),
    message: z.string(),
    isNew: z.boolean().describe('False if the draft that it is based on has it too.'),
  })
  .meta({ id: 'ProposalProblem' });
export type ProposalProblem = z.infer<typeof ProposalProblem>;

export const ProposalDetail = Proposal.extend({
  base: WorkflowDocument,
  document: WorkflowDocument,
  problems: z.array(ProposalProblem),
  cautions: z.array(z.string()).describe('What to look at before it is applied.'),
}).meta({ id: 'ProposalDetail' });
export type ProposalDetail = z.infer<typeof ProposalDetail>;
