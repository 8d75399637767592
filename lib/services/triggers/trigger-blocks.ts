import { isBlockOf } from '../../core/blocks/capabilities';
import { blockDefinitions } from '../../core/blocks/registry/definitions';
import type { BlockTrigger, TriggerDescription } from '../../core/blocks/trigger';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { runnableVersions } from '../runs/compiled/runnable-workflow';
import { readWorkflow } from '../workflows/find-workflow';
import { openDocument } from '../workflows/stored-document';
import type { TriggerSettings } from './trigger-settings';

/** A block, and the id of its workflow. */
export interface BlockOfWorkflow {
  id: string;
  blockId: string;
}

/** Requires a block of this trigger in the draft or the live version. @throws AppError not_found, forbidden */
export async function requireTriggerBlock(
  actor: Actor,
  { id, blockId }: BlockOfWorkflow,
  trigger: TriggerDescription<BlockTrigger>,
  settings: TriggerSettings<object>,
): Promise<{ workspaceId: string }> {
  const workflow = await readWorkflow(actor, id, 'writer');
  const { blocks } = openDocument(id, workflow.document);
  const type = Object.hasOwn(blocks, blockId) ? blocks[blockId]?.type : undefined;
  const isDrafted = isBlockOf(blockDefinitions.get(type ?? ''), trigger);
  if (!isDrafted && (await liveSettings(settings, id, blockId)) === null)
    throw new AppError('not_found', `This workflow has no ${trigger.label} block of that id. Save it first.`);
  return workflow;
}

/** Returns the settings of the live version's block; null also while no version is live. */
export async function liveSettings<Settings extends object>(
  settings: TriggerSettings<Settings>,
  workflowId: string,
  blockId: string,
): Promise<Settings | null> {
  const live = await (await runnableVersions(workflowId))?.choose('live');
  return live ? settings(live.compiled, blockId) : null;
}
