import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { isShortened } from '../../core/blocks/shortened-value';
import type { Answer } from '../../core/drift/observe-answer';
import { isPart, type TraceSpan } from '../../core/engine/trace-span';

export interface BlockAnswer {
  blockId: string;
  blockName: string;
  answer: Answer;
}

/** The number of responses examined in one run; further ones of a loop add nothing new. */
const MAX_ANSWERS = 50;

/** Returns the responses of other servers to the blocks of a run. */
export function answersOfTrace(spans: readonly TraceSpan[]): BlockAnswer[] {
  const found: BlockAnswer[] = [];
  const visit = (span: TraceSpan): void => {
    if (found.length >= MAX_ANSWERS) return;
    const answer = isPart(span) ? null : toRunResult(span);
    if (answer !== null) found.push({ blockId: span.blockId, blockName: span.name, answer });
    for (const child of span.children ?? []) visit(child);
  };
  for (const span of spans) visit(span);
  return found;
}

/** Returns null for a block that sends no request, or got no response. */
function toRunResult({ type, output, pinned }: TraceSpan): Answer | null {
  const names = pinned ? undefined : blockDefinitions.get(type)?.outsideWork?.request?.outputs;
  if (names === undefined || typeof output !== 'object' || output === null) return null;
  const members = output as Record<string, unknown>;
  const status = members[names.status];
  if (typeof status !== 'number') return null;
  const headers = members[names.headers] as Record<string, unknown> | null | undefined;
  const contentType = headers?.['content-type'];
  const body = members[names.body];
  return {
    status,
    contentType: typeof contentType === 'string' ? contentType : null,
    body: isShortened(body) || isFile(body) ? undefined : body,
  };
}

/** True for a file, which has no `head` where a value was too deep. */
const isFile = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && (body as { truncated?: unknown }).truncated === true;
