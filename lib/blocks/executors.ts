import { executeApi } from './api/executor';
import type { BlockExecutor } from './block';
import { executeCondition } from './condition/executor';
import { executeFunction } from './function/executor';
import { executeResponse } from './response/executor';
import { executeStart } from './start/executor';

export type BlockExecutors = ReadonlyMap<string, BlockExecutor>;

/** What runs a block, by type. Server only. */
export const executors: BlockExecutors = new Map<string, BlockExecutor>([
  ['start', executeStart],
  ['api', executeApi],
  ['function', executeFunction],
  ['condition', executeCondition],
  ['response', executeResponse],
]);
