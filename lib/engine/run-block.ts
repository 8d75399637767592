import type { BlockError, BlockResult, ExecutionContext } from '../blocks/block';
import type { PlannedBlock } from './compile-block';
import type { RunPorts } from './ports';
import type { ReferenceScope } from './references/read-path';
import { ResolveError } from './references/resolve-error';
import { isTooDeep, MAX_DEPTH } from './span-size';

const TOO_DEEP: BlockError = {
  code: 'OUTPUT_TOO_DEEP',
  message: `The output is nested more than ${MAX_DEPTH} levels deep.`,
};

export interface BlockRun {
  result: BlockResult;
  /** For the span: the resolved config, or the authored one when it could not be resolved. */
  input: unknown;
}

/** Resolves a block's config and executes it. Never throws and never rejects. */
export async function runBlock(
  block: PlannedBlock,
  scope: ReferenceScope,
  context: ExecutionContext,
  ports: RunPorts,
): Promise<BlockRun> {
  const executor = ports.executors.get(block.type);
  if (!executor) {
    return refused(block, {
      code: 'BLOCK_TYPE_UNKNOWN',
      message: `Nothing can run a block of type "${block.type}".`,
    });
  }
  if (block.problem) return refused(block, block.problem);
  let config: Record<string, unknown>;
  try {
    config = block.config.resolve(scope);
  } catch (error) {
    if (error instanceof ResolveError) {
      const { code, message, field } = error;
      return refused(block, { code, message, ...(field === undefined ? {} : { field }) });
    }
    return refused(block, defect(error, block, ports));
  }
  const input = block.config.conceal(config);
  try {
    // Executors are typed by their own config; what the definition's schema let through is that type.
    const result = await executor(config as never, context);
    return isTooDeep(result.output) ? { ...refused(block, TOO_DEEP), input } : { result, input };
  } catch (error) {
    return { ...refused(block, defect(error, block, ports)), input };
  }
}

function defect(cause: unknown, block: PlannedBlock, ports: RunPorts): BlockError {
  ports.onDefect?.(cause, block.id);
  return { code: 'INTERNAL', message: `"${block.name}" failed for a reason of ours, not of yours.` };
}

function refused(block: PlannedBlock, error: BlockError): BlockRun {
  return {
    result: { ok: false, error, output: block.failedOutput(error), continuable: false },
    input: block.authored,
  };
}
