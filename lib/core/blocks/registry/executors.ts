import { executeAgent } from '../agent/executor';
import { executeApi } from '../api/executor';
import { previewApi } from '../api/preview';
import type { BlockExecutor, BlockPreviewer } from '../block';
import { executeChatTrigger } from '../chat-trigger/executor';
import { executeCondition } from '../condition/executor';
import { executeFunction } from '../function/executor';
import { executeLoop } from '../loop/executor';
import { executeParallel } from '../parallel/executor';
import { executeResponse } from '../response/executor';
import { executeScheduleTrigger } from '../schedule-trigger/executor';
import { executeStart } from '../start/executor';
import { executeTags } from '../tags/executor';
import { executeTransform } from '../transform/executor';
import { executeVariables } from '../variables/executor';
import { executeWait } from '../wait/executor';
import { executeWebhookTrigger } from '../webhook-trigger/executor';
import { executeWorkflow } from '../workflow/executor';

export type BlockExecutors = ReadonlyMap<string, BlockExecutor>;

/** Executors by block type. Server only. */
export const executors: BlockExecutors = new Map<string, BlockExecutor>([
  ['start', executeStart],
  ['webhook-trigger', executeWebhookTrigger],
  ['schedule-trigger', executeScheduleTrigger],
  ['chat-trigger', executeChatTrigger],
  ['api', executeApi],
  ['agent', executeAgent],
  ['function', executeFunction],
  ['condition', executeCondition],
  ['transform', executeTransform],
  ['variables', executeVariables],
  ['tags', executeTags],
  ['loop', executeLoop],
  ['parallel', executeParallel],
  ['workflow', executeWorkflow],
  ['wait', executeWait],
  ['response', executeResponse],
]);

export type BlockPreviewers = ReadonlyMap<string, BlockPreviewer>;

/** Previewers of a block's request, by type; blocks that send nothing have none. Server only. */
export const previewers: BlockPreviewers = new Map<string, BlockPreviewer>([['api', previewApi]]);
