import { newId } from '../ids';

/** The ids of a request in responses and in the log. */
export interface RequestIds {
  /** The `x-request-id` of the caller or its proxy if it is fit to be logged, else a new one. */
  requestId: string;
  /** The trace of the caller's `traceparent`: 32 hex digits. */
  traceId?: string | undefined;
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
/** W3C Trace Context: version, trace id, parent id, flags; a later version may add to its end. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

/** Returns the ids of a request; foreign text in a wrong format counts as none. */
export function requestIdsOf(header: (name: string) => string | undefined): RequestIds {
  const given = header('x-request-id');
  return {
    requestId: given !== undefined && REQUEST_ID.test(given) ? given : newId(),
    traceId: header('traceparent')?.match(TRACEPARENT)?.[1],
  };
}
