import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { notePartialRun } from '../../core/engine/partial-run';
import { type PartialRequest, planPartialRun } from '../../core/replay/plan-partial-run';
import { AppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import type { Reply } from '../../platform/http/reply';
import type { Actor } from '../access/actor';
import type { RunnableWorkflow } from '../runs/compiled/runnable-workflow';
import type { RunResult } from '../runs/schema';
import { fillShortened } from '../runs/single-block/fill-shortened';
import { workflowToRun } from '../runs/starting/admit';
import { answerRun, formatFor } from '../runs/starting/answers';
import { callersRequest, startRun } from '../runs/starting/start-run';
import { environmentOf } from '../variables/environment';
import { readVariables } from '../variables/read-variables';
import { readPins } from './pins';
import type { BlockPin } from './schema';

export interface DraftRun {
  id: string;
  input: Record<string, unknown>;
  from?: string | undefined;
  until?: string | undefined;
  /** `only` requires a pin for every block that would send or wait. */
  pins: 'use' | 'only';
  /** Outputs by block id. */
  outputs: Record<string, BlockPin['output']>;
}

/**
 * Runs the draft with the editor's options: pinned blocks aren't executed, and possibly only a part of it
 * runs. No other run ever uses a pin.
 * @throws AppError not_found, forbidden, rate_limited, usage_exceeded, unavailable; conflict when it can't
 * be run like that
 */
export async function runDraft(
  actor: Actor,
  asked: DraftRun,
  context: RequestContext,
): Promise<RunResult | Reply> {
  const { id: workflowId, input } = asked;
  const workflow = await workflowToRun(actor, { workflowId, version: 'draft' });
  const planned = planPartialRun(workflow.compiled, await requestOf(workflow, asked), blockDefinitions);
  if ('refusal' in planned) throw refusalOf(planned);
  const { partial, entryBlock } = planned;
  const request = callersRequest(actor, context, {
    workflow,
    entryBlock,
    input,
    mode: 'sync' as const,
    ...(partial && { notes: [notePartialRun(partial)] }),
  });
  return answerRun(await startRun(request), formatFor(context), context);
}

/** The detail is for the editor, where outputs are pinned with a click; the issue is for callers. */
function refusalOf({ refusal, about }: { refusal: string; about: string }): AppError {
  const message = `${refusal} ${HOW_TO_SEND}`;
  const issue = { param: about, code: 'param_invalid', message, docs: GUIDE };
  return new AppError('conflict', refusal, { issues: [issue] });
}

const HOW_TO_SEND =
  'A call names blocks by `id`, and may send outputs of the blocks before in `outputs`, by block id.';
const GUIDE = '/docs/guide/from-code#versions-replays-and-repairs';

async function requestOf(
  { workflowId, workspaceId, version, compiled }: RunnableWorkflow,
  { from, until, pins: which, outputs }: DraftRun,
): Promise<PartialRequest> {
  const known = Object.entries(from === undefined && until === undefined ? {} : outputs);
  const [pins, { values, plain }, whole] = await Promise.all([
    readPins(workflowId),
    readVariables({ workspaceId, environment: environmentOf(version) }),
    fillShortened(workspaceId, Object.fromEntries(known)),
  ]);
  return {
    pins,
    outputs: new Map(Object.entries(whole as Record<string, BlockPin['output']>)),
    fromId: from,
    untilId: until,
    pinsOnly: which === 'only',
    secretNames: new Set([...values.keys(), ...compiled.variableNames].filter((name) => !plain.has(name))),
  };
}
