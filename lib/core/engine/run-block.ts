import { MOST_IN_A_TURN } from '../../platform/text/slices-of-text';
import type { BlockError, BlockResult, ExecutionContext } from '../blocks/block';
import type { ReferenceScope } from '../references/read-path';
import { Outgrown } from '../references/reference-budget';
import { ResolveError } from '../references/resolve-error';
import type { CompiledBlock } from './compile-block';
import type { RunPorts } from './ports';
import { MAX_DEPTH, MAX_OUTPUT_CHARACTERS, sizeOfOutput } from './span-size';

const TOO_DEEP: BlockError = {
  code: 'OUTPUT_TOO_DEEP',
  message: `The output is nested more than ${MAX_DEPTH} levels deep.`,
};
const TOO_LARGE: BlockError = {
  code: 'OUTPUT_TOO_LARGE',
  message:
    `The output would have more than ${MAX_OUTPUT_CHARACTERS / 1024 / 1024} MB as JSON, which is the most ` +
    'that a block may put out. Work on less data at a time.',
};

export interface BlockRun {
  result: BlockResult;
  /** For the span: the resolved config, or the authored one if it could not be resolved. */
  input: unknown;
  /** True if it was not executed because a user had pinned its output. */
  pinned?: boolean;
}

/** Resolves a block's config and executes it. Rejects only with `Outgrown`, if the run can't leave. */
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
  let input: unknown = block.authored;
  ports.onTurn?.();
  try {
    const resolved = resolveBlock(block, scope, ports);
    if (!resolved.ok) return refused(block, resolved.error);
    const { config } = resolved;
    input = block.config.conceal(config);
    // Executors are typed by their own config, and the definition's schema has checked that type.
    const result = await executor(config as never, context);
    ports.onTurn?.();
    const size = sizeOfOutput(result.output);
    if (size === 'too-deep') return { ...refused(block, TOO_DEEP), input };
    if (size === 'too-large') return { ...refused(block, TOO_LARGE), input };
    scope.budget.hold(size);
    // Its span and its journal entry take as long as the block itself.
    if (size > MOST_IN_A_TURN) {
      await ports.giveWay?.();
      ports.onTurn?.();
    }
    return { result, input: 'received' in result ? result.received : input };
  } catch (error) {
    if (error instanceof Outgrown && ports.leave) return refused(block, await ports.leave());
    if (error instanceof Outgrown) throw error;
    return { ...refused(block, defect(error, block, ports)), input };
  }
}

/** Resolves the references of a block's config, or returns the error. Throws only `Outgrown`. */
export function resolveBlock(
  block: CompiledBlock,
  scope: ReferenceScope,
  ports: Pick<RunPorts, 'onDefect'>,
): { ok: true; config: Record<string, unknown> } | { ok: false; error: BlockError } {
  if (block.problem) return { ok: false, error: block.problem };
  try {
    scope.budget.begin();
    return { ok: true, config: block.config.resolve(scope) };
  } catch (error) {
    if (error instanceof Outgrown) throw error;
    if (!(error instanceof ResolveError)) return { ok: false, error: defect(error, block, ports) };
    const { code, message, field } = error;
    return { ok: false, error: { code, message, ...(field === undefined ? {} : { field }) } };
  }
}

function defect(cause: unknown, block: CompiledBlock, ports: Pick<RunPorts, 'onDefect'>): BlockError {
  ports.onDefect?.(cause, block.id);
  return { code: 'INTERNAL', message: `"${block.name}" failed because of an error in the server.` };
}

/** Returns the run of a block that failed before it was executed. */
export function refused(block: CompiledBlock, error: BlockError): BlockRun {
  return {
    result: { ok: false, error, output: block.failedOutput(error), continuable: false },
    input: block.authored,
  };
}
