import type { BlockError, BlockResult, ExecutionContext } from '../blocks/block';
import type { ReferenceScope } from '../references/read-path';
import { ResolveError } from '../references/resolve-error';
import type { CompiledBlock } from './compile-block';
import type { RunPorts } from './ports';
import { isTooDeep, MAX_DEPTH } from './span-size';

const TOO_DEEP: BlockError = {
  code: 'OUTPUT_TOO_DEEP',
  message: `The output is nested more than ${MAX_DEPTH} levels deep.`,
};

export interface BlockRun {
  result: BlockResult;
  /** For the span: the resolved config, or the authored one when it could not be resolved. */
  input: unknown;
  /** It was not executed: somebody had pinned its output. */
  pinned?: boolean;
}

/** Resolves a block's config and executes it. Never throws and never rejects. */
export async function runBlock(
  block: CompiledBlock,
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
  const resolved = resolveBlock(block, scope, ports);
  if (!resolved.ok) return refused(block, resolved.error);
  const { config } = resolved;
  const input = block.config.conceal(config);
  try {
    // Executors are typed by their own config; what the definition's schema let through is that type.
    const result = await executor(config as never, context);
    if (isTooDeep(result.output)) return { ...refused(block, TOO_DEEP), input };
    return { result, input: 'received' in result ? result.received : input };
  } catch (error) {
    return { ...refused(block, defect(error, block, ports)), input };
  }
}

/** A block's config with its references resolved, or why that can't be. Never throws. */
export function resolveBlock(
  block: CompiledBlock,
  scope: ReferenceScope,
  ports: Pick<RunPorts, 'onDefect'>,
): { ok: true; config: Record<string, unknown> } | { ok: false; error: BlockError } {
  if (block.problem) return { ok: false, error: block.problem };
  try {
    return { ok: true, config: block.config.resolve(scope) };
  } catch (error) {
    if (!(error instanceof ResolveError)) return { ok: false, error: defect(error, block, ports) };
    const { code, message, field } = error;
    return { ok: false, error: { code, message, ...(field === undefined ? {} : { field }) } };
  }
}

function defect(cause: unknown, block: CompiledBlock, ports: Pick<RunPorts, 'onDefect'>): BlockError {
  ports.onDefect?.(cause, block.id);
  return { code: 'INTERNAL', message: `"${block.name}" failed because of an error in the server.` };
}

/** A block that failed before it ran. */
export function refused(block: CompiledBlock, error: BlockError): BlockRun {
  return {
    result: { ok: false, error, output: block.failedOutput(error), continuable: false },
    input: block.authored,
  };
}
