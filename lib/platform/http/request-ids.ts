import { newId } from '../ids';
import { formatTraceparent, parseTraceparent } from '../telemetry/trace-context';

/** The ids of a request in responses and in the log. */
export interface RequestIds {
  /** The `x-request-id` of the caller or its proxy if it is fit to be logged, else a new one. */
  requestId: string;
  /** The trace of the caller's `traceparent`: 32 hex digits. */
  traceId?: string | undefined;
  /** The caller's `traceparent`, which a run that it starts continues; its lines in the log have the id alone. */
  traceparent?: string | undefined;
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Returns the ids of a request; foreign text in a wrong format counts as none. */
export function requestIdsOf(header: (name: string) => string | undefined): RequestIds {
  const given = header('x-request-id');
  const trace = parseTraceparent(header('traceparent'));
  return {
    requestId: given !== undefined && REQUEST_ID.test(given) ? given : newId(),
    traceId: trace?.traceId,
    ...(trace !== null && { traceparent: formatTraceparent(trace) }),
  };
}

/** The ids for a line of the log. */
export const loggedIds = ({ requestId, traceId }: RequestIds): Omit<RequestIds, 'traceparent'> => ({
  requestId,
  traceId,
});
