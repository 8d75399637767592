import { redactDocument } from '../../core/engine/masker';
import { cautionsOf } from '../../core/proposals/cautions';
import { checkWorkflowSteps } from '../../core/workflow/check-workflow';
import { fieldOfPlace, type WorkflowDocument, type WorkflowProblem } from '../../core/workflow/schema';
import { inSlices } from '../../platform/in-slices';
import { prisma } from '../../platform/postgres/db';
import { type Actor, mayEdit } from '../access/actor';
import { connectionIds } from '../connections/list-connections';
import { readVariables } from '../variables/read-variables';
import { findWorkflow } from '../workflows/find-workflow';
import { type FoundProposal, type ProposalKey, readProposal } from './find-proposal';
import { proposalsOf, SHOWN } from './proposal-row';
import type { Proposal, ProposalDetail, ProposalProblem } from './schema';

const MOST_PROBLEMS = 100;

/** Lists the proposals of a workflow, the newest first. @throws AppError not_found */
export async function listProposals(actor: Actor, { id }: { id: string }): Promise<{ data: Proposal[] }> {
  const { id: workflowId } = await findWorkflow(actor, id, 'reader');
  const rows = await prisma().workflowProposal.findMany({
    where: { workflowId },
    select: SHOWN,
    orderBy: { id: 'desc' },
  });
  return { data: await proposalsOf(rows) };
}

/** Returns one; typed credentials are `***` for those who may not edit. @throws AppError not_found */
export async function getProposal(actor: Actor, key: ProposalKey): Promise<{ data: ProposalDetail }> {
  const found = await readProposal(actor, key, 'reader');
  const { proposal, workspaceId, base, document } = found;
  const shown = (whole: WorkflowDocument): WorkflowDocument =>
    mayEdit(actor, workspaceId, 'workflows:write') ? whole : redactDocument(whole);
  const checked = await checkProposed(found);
  return { data: { ...proposal, base: shown(base), document: shown(document), ...checked } };
}

/** What is wrong with a proposed document, and what somebody should look at. Authorise it first. */
export async function checkProposed({
  workspaceId,
  base,
  document,
}: Pick<FoundProposal, 'workspaceId' | 'base' | 'document'>): Promise<
  Pick<ProposalDetail, 'problems' | 'cautions'>
> {
  const [{ values, plain }, connections] = await Promise.all([
    readVariables({ workspaceId, environment: 'draft' }),
    connectionIds(workspaceId),
  ]);
  const known = { variables: [...values.keys()], connections };
  const were = new Set((await inSlices(checkWorkflowSteps(base, known))).map(sameProblem));
  const now = await inSlices(checkWorkflowSteps(document, known));
  const problems = now.map(
    (problem): ProposalProblem => ({
      severity: problem.severity,
      blockId: problem.blockId ?? null,
      message: problem.message,
      isNew: !were.has(sameProblem(problem)),
    }),
  );
  const newFirst = problems.toSorted((a, b) => Number(b.isNew) - Number(a.isNew));
  return { problems: newFirst.slice(0, MOST_PROBLEMS), cautions: cautionsOf(base, document, plain) };
}

/** Ignores the place within a field, because rows may have been added above. */
const sameProblem = ({ blockId, field, message }: WorkflowProblem): string =>
  JSON.stringify([blockId, field === undefined ? null : fieldOfPlace(field), message]);
