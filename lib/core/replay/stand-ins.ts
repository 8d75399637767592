import { isJsonObject } from '../../platform/text/exact-number';
import type { BlockError, BlockOutput, BlockResult } from '../blocks/block';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import type { CompiledBlock } from '../engine/compile-block';
import type { StandIn } from '../engine/partial-run';
import type { TraceSpan } from '../engine/trace-span';
import { portOfOutput } from '../graph-walk/exits';
import { filesIn } from './recorded-result';
import { earlyOf } from './retained-entries';

const LAST_OUTPUT = 'It did not run: its last output stands in for it.';

/** True for the span of a block that did not run because its last output stood in for it. */
export const wasStandIn = ({ warnings = [] }: Pick<TraceSpan, 'warnings'>): boolean =>
  warnings.includes(LAST_OUTPUT);

interface Known {
  definitions: BlockDefinitions;
  pinned: boolean;
}

/** Returns the result of a block with that output: the branch it took, or the failure in the output. */
export function standInOf(
  block: CompiledBlock,
  output: BlockOutput,
  { definitions, pinned }: Known,
): StandIn {
  const files = filesIn(output);
  const found = {
    output,
    ...(files.length > 0 && { files }),
    ...(!pinned && { warnings: [LAST_OUTPUT] }),
  };
  const error = errorIn(block, output);
  const branch = portOfOutput(output, definitions.get(block.type)?.branchTaken);
  const result: BlockResult =
    error === null ? { ok: true, ...found, branch } : { ok: false, ...found, error, continuable: true };
  return { result, pinned, ...earlyOf(block) };
}

const NO_ERROR: BlockError = { code: '', message: '' };

/** Returns the error only for blocks that put out an `error`, so that a pin can stand for a failure. */
function errorIn({ failedOutput }: CompiledBlock, { error }: BlockOutput): BlockError | null {
  if (!('error' in failedOutput(NO_ERROR)) || !isJsonObject(error)) return null;
  const { code, message } = error;
  return typeof code === 'string' && typeof message === 'string' ? { ...error, code, message } : null;
}
