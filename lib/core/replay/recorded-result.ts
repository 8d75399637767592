import { isJsonObject } from '../../platform/text/exact-number';
import type { BlockOutput, BlockResult, OutputFile } from '../blocks/block';
import { isFileReference } from '../blocks/file-reference';
import type { Answerer, BegunWait, CalledWorkflow, WaitEnd, WaitRequest } from '../blocks/outside-work';
import type { TraceSpan } from '../engine/trace-span';

/** Error codes of blocks that sent nothing although they have a span. */
const REFUSED = /^(?:REF_|VARIABLE_NOT_FOUND|CONFIG_INVALID|BLOCK_TYPE_UNKNOWN|STEP_LIMIT|CANCELLED)/;

/** True for a block that failed before it could send anything. */
export const wasRefused = ({ error }: Pick<TraceSpan, 'error'>): boolean =>
  error !== null && REFUSED.test(error.code);

/** The error code of a response whose status says that it failed. */
const FAILED_BY_STATUS = 'HTTP_STATUS';

/** A port that nothing is connected to. */
const NOWHERE = '\u0000nowhere';

/** The result of a block whose result is unknown: the blocks behind it are skipped. */
export const UNKNOWN_RESULT: BlockResult = { ok: true, output: {}, branch: NOWHERE };

/** True for a value of which the log holds only a part; responses may have a member `truncated` too. */
const isCut = (value: unknown): boolean =>
  isJsonObject(value) && value.truncated === true && 'bytes' in value;

/**
 * Returns the result of a block in a recorded run; null if the record doesn't say. `continuesOnStatus`:
 * the setting of the block as it is now, if a status can be the reason for its failure.
 */
export function recordedResult(
  { status, error, warnings, attempts, redirects, assertions }: TraceSpan,
  output: unknown,
  continuesOnStatus?: boolean,
): BlockResult | null {
  if (status === 'skipped' || status === 'cancelled') return null;
  if (wasRefused({ error })) return null;
  if (!isJsonObject(output) || isCut(output) || Object.values(output).some(isCut)) return null;
  const files = filesIn(output);
  const found = {
    output: output as BlockOutput,
    ...(warnings && { warnings }),
    ...(attempts && { attempts }),
    ...(redirects && { redirects }),
    ...(assertions && { assertions }),
    ...(files.length > 0 && { files }),
  };
  if (error === null) return { ok: true, ...found };
  // A connected error port leaves no warning: then only the code tells whether the run could have
  // continued.
  const wentOn = status === 'warning' || (continuesOnStatus && error.code === FAILED_BY_STATUS);
  return { ok: false, error, continuable: wentOn === true && continuesOnStatus !== false, ...found };
}

/** Returns the members of an output that are files. */
export function filesIn(output: object): OutputFile[] {
  return Object.entries(output).flatMap(([member, value]) => {
    if (isFileReference(value)) return [{ member, name: value.name }];
    return isJsonObject(value) && typeof value.base64 === 'string' ? [{ member, name: member }] : [];
  });
}

/** Returns a recorded wait; null if the record doesn't say. Waits for a length of time end immediately. */
export function recordedWait(
  span: TraceSpan | undefined,
  { dueMs, form }: WaitRequest,
  nowMs: number,
): BegunWait | null {
  const output = span && isJsonObject(span.output) ? span.output : null;
  if (output === null)
    return form !== null || span?.status === 'cancelled'
      ? null
      : { startedMs: nowMs, dueMs, links: null, ended: Promise.resolve({ how: 'due' }) };
  const { until, url, callbackUrl, decision, data, by, answeredAt } = output;
  const end: WaitEnd =
    span?.status === 'error'
      ? { how: 'cancelled' }
      : typeof answeredAt !== 'string'
        ? { how: 'due' }
        : {
            how: 'answered',
            decision: decision === 'approved' || decision === 'rejected' ? decision : null,
            data,
            answeredMs: Date.parse(answeredAt),
            ...(isJsonObject(by) && { by: by as unknown as Answerer }),
          };
  const links =
    typeof url === 'string' && typeof callbackUrl === 'string' && form !== null ? { url, callbackUrl } : null;
  return {
    startedMs: nowMs,
    dueMs: typeof until === 'string' ? Date.parse(until) : dueMs,
    links,
    ended: Promise.resolve(end),
  };
}

/** Returns the end of a recorded call of another workflow; null if the record doesn't say. */
export function recordedCall(span: TraceSpan | undefined, output: unknown): CalledWorkflow | null {
  if (span === undefined || !isJsonObject(output) || isCut(output) || isCut(output.data)) return null;
  const { executionId, data } = output;
  if (executionId === undefined || (wasRefused(span) && !executionId)) return null;
  return {
    executionId: typeof executionId === 'string' ? executionId : null,
    status: span.error === null ? 'success' : 'error',
    output: data,
    error: span.error,
  };
}
