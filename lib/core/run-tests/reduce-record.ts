import { isJsonObject } from '../../platform/text/exact-number';
import { isTriggerBlock } from '../blocks/capabilities';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import { isShortened } from '../blocks/shortened-value';
import { isPart, type TraceSpan } from '../engine/trace-span';
import { startsRuns } from '../graph-walk/beginnings';
import { isCut } from '../replay/compare-spans';
import type { RecordedRun } from '../replay/recorded-run';

/**
 * Returns what a replay needs of a recorded run: the order, times and ends of all blocks, the input that it
 * began with, and the outputs of blocks with work outside of it, whole. The other blocks run again.
 */
export function reduceRecord(
  { executionId, spans, wholes, error }: RecordedRun,
  definitions: BlockDefinitions,
): RecordedRun {
  const reduce = (span: TraceSpan): TraceSpan => {
    const { id, parentId, blockId, name, type, status, startTime, endTime, durationMs } = span;
    const definition = definitions.get(type);
    const isRead = definition?.outsideWork !== undefined || isTriggerBlock(definition);
    const began = startsRuns(definition) && status !== 'skipped';
    return {
      id,
      parentId,
      blockId,
      name,
      type,
      status,
      startTime,
      endTime,
      durationMs,
      input: began ? inputOf(span, wholes) : null,
      output: isRead ? (wholes.get(id) ?? span.output) : null,
      error: span.error,
      ...(isRead && findingsOf(span)),
      ...(span.iteration !== undefined && { iteration: span.iteration }),
      ...(span.order !== undefined && { order: span.order }),
      children: span.children.filter((child) => !isPart(child)).map(reduce),
    };
  };
  return { executionId, spans: spans.map(reduce), wholes: new Map(), output: null, error };
}

/** An input too large for its span is the output of the block that took it. */
const inputOf = ({ id, input }: TraceSpan, wholes: RecordedRun['wholes']): unknown =>
  isShortened(input) ? (wholes.get(id) ?? input) : input;

/** True if a reduced record holds only a part of the input that its run began with. */
export const lacksInput = ({ spans }: Pick<RecordedRun, 'spans'>): boolean =>
  spans.some(({ input }) => isCut(input) || (isJsonObject(input) && Object.values(input).some(isCut)));

type Findings = Pick<TraceSpan, 'warnings' | 'attempts' | 'redirects' | 'assertions'>;

function findingsOf({ warnings, attempts, redirects, assertions }: Findings): Findings {
  return {
    ...(warnings && { warnings }),
    ...(attempts && { attempts }),
    ...(redirects && { redirects }),
    ...(assertions && { assertions }),
  };
}
