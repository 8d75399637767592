import { bothDocuments, withoutHidden } from '../../core/proposals/shown-document';
import { AppError } from '../../platform/errors';
import { inSlices } from '../../platform/in-slices';
import type { Actor } from '../access/actor';
import { findLog } from '../logs/get-log';
import { rehearseLog } from '../rehearsal/rehearse-log';
import type { Rehearsal } from '../rehearsal/schema';
import { isolateIfOutgrown, runIsolatedReplay } from '../replay/isolated-replay';
import { logNotFound, replayFromLog } from '../replay/replay-stored';
import type { Replay, ShadowResult } from '../replay/schema';
import { replayLastRuns } from '../replay/shadow-workflow';
import { requireLogsToo } from '../run-tests/require-logs-too';
import { inTestTurn, runAll } from '../run-tests/run-tests';
import type { TestRun } from '../run-tests/schema';
import { compiledSnapshot } from '../runs/compiled/runnable-workflow';
import { ensureSnapshot, snapshotOf } from '../runs/compiled/workflow-snapshot';
import { LARGE_BYTES } from '../runs/isolated/large-values';
import { recordedSizes } from '../runs/recorded/read-recorded';
import { type FoundProposal, type ProposalKey, readProposal } from './find-proposal';
import { hiddenIn } from './hidden-for-agents';

/** How a proposal is tried. */
interface Trying {
  /** True for agents: hidden values of changed settings stay marks (docs/decisions/management-mcp.md). */
  hides?: boolean | undefined;
}

export interface TryTests extends ProposalKey, Trying {
  testIds?: string[] | undefined;
}

/**
 * Runs the workflow's tests on a proposal. Sends and logs nothing.
 * @throws AppError not_found, forbidden, conflict
 */
export async function testProposal(
  actor: Actor,
  { testIds, hides, ...key }: TryTests,
  signal: AbortSignal,
): Promise<{ data: TestRun }> {
  requireLogsToo(actor);
  const found = await readProposal(actor, key, 'reader');
  const { workspaceId, proposal } = found;
  const { workflowId } = proposal;
  const compiled = await compiledSnapshot(workflowId, await storedSnapshot(found, { hides }));
  const tested = { workspaceId, compiled, version: null };
  return { data: await inTestTurn(workspaceId, () => runAll(workflowId, tested, { testIds }, signal)) };
}

export interface ReplayProposal extends ProposalKey, Trying {
  runs: number;
}

/**
 * Replays the last runs of the workflow, of its draft too, with a proposal. Sends and logs nothing.
 * @throws AppError not_found, forbidden, conflict, request_timeout
 */
export async function replayProposal(
  actor: Actor,
  { runs, hides, ...key }: ReplayProposal,
  signal: AbortSignal,
): Promise<{ data: ShadowResult }> {
  requireLogsToo(actor);
  const found = await readProposal(actor, key, 'reader');
  const { workspaceId, proposal } = found;
  const { workflowId } = proposal;
  const snapshot = await storedSnapshot(found, { hides });
  const asked = { workspaceId, workflowId, runs, draftsToo: true };
  return { data: await replayLastRuns(actor, asked, { snapshot }, signal) };
}

export interface TryOneRun extends ProposalKey, Trying {
  logId: string;
}

/**
 * Replays one run of the workflow with a proposal. Sends and logs nothing.
 * @throws AppError not_found, forbidden, payload_too_large, request_timeout, unavailable
 */
export async function replayRunOfProposal(
  actor: Actor,
  { logId, hides, ...key }: TryOneRun,
  signal: AbortSignal,
): Promise<{ data: Replay }> {
  requireLogsToo(actor);
  const found = await readProposal(actor, key, 'reader');
  const asked = { logId: await logOf(actor, found, logId), version: await choiceOf(found, { hides }) };
  const size = (await recordedSizes([asked.logId])).get(asked.logId);
  if (size === undefined) throw logNotFound();
  const elsewhere = () => runIsolatedReplay(size, asked, signal);
  if (size.bytes >= LARGE_BYTES) return { data: await elsewhere() };
  const here = () => replayFromLog(asked, signal, { isOnTheEventLoop: true });
  return { data: await isolateIfOutgrown(here, elsewhere) };
}

/** Rehearses a run of the workflow with a proposal. Sends and logs nothing. @throws as `rehearseLog` */
export async function rehearseProposal(
  actor: Actor,
  { logId, hides, seed, ...key }: TryOneRun & { seed: number },
  signal: AbortSignal,
): Promise<{ data: Rehearsal }> {
  requireLogsToo(actor);
  const found = await readProposal(actor, key, 'reader');
  const id = await logOf(actor, found, logId);
  return rehearseLog(actor, { id, version: await choiceOf(found, { hides }), seed }, signal);
}

/** Returns the log's id if it is of the proposal's workflow. @throws AppError not_found */
async function logOf(actor: Actor, { proposal }: FoundProposal, logId: string): Promise<string> {
  // Checks the actor's access.
  const log = await findLog(actor, logId);
  if (log.workflowId !== proposal.workflowId)
    throw new AppError('not_found', 'This workflow has no such log.');
  return log.id;
}

const choiceOf = async (found: FoundProposal, trying: Trying) => ({
  snapshot: await storedSnapshot(found, trying),
});

/** Stores what is tried, so that other processes find it. @returns its hash */
async function storedSnapshot(found: FoundProposal, { hides }: Trying): Promise<string> {
  const { base, document, workspaceId, proposal } = found;
  const tried =
    hides === true
      ? await inSlices(
          withoutHidden(base, document, await hiddenIn(workspaceId, bothDocuments(base, document))),
        )
      : document;
  const snapshot = await snapshotOf(proposal.workflowId, tried);
  await ensureSnapshot(snapshot);
  return snapshot.hash;
}
