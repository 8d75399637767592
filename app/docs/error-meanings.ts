import { ERROR_STATUS, type ErrorCode } from '@/lib/platform/errors';

const MEANINGS: Record<ErrorCode, string> = {
  invalid_request: 'A parameter or the body is invalid; `errors` names each one.',
  cursor_invalid:
    'The cursor is incomplete, was changed, or is not from this server. Start again without one.',
  cursor_filter_mismatch: 'The cursor belongs to other filters. Keep the filters, or start again.',
  unauthenticated: 'No key, or one that is malformed, unknown, expired or revoked.',
  password_required: 'This chat asks for its password: send it as `X-Chat-Password`.',
  password_wrong: 'The password in `X-Chat-Password` is not the one of this chat.',
  members_only: 'Only members of the workspace may use this chat: sign in, or send an API key.',
  usage_exceeded: 'The month’s usage limit of the plan is reached; nothing ran.',
  forbidden: 'The key lacks the scope, or the workspace is not one it may use, or does not exist.',
  quota_exceeded: 'There are as many of this kind as the limit allows; `detail` names the limit.',
  not_found: 'Nothing with this id exists, or you have no access to it.',
  method_not_allowed: 'The path exists, but not with this method; `Allow` lists those that do.',
  request_timeout: 'The request did not arrive in time. Send it again.',
  conflict: 'It changed since you read it, or it conflicts with something else; `detail` says what.',
  cursor_expired: 'The database was restored since the cursor was made. Start again with `startDate`.',
  gone: 'The resource at this URL was removed, and nothing was done: an unpublished workflow’s webhook.',
  payload_too_large: 'The body is larger than this operation takes.',
  unsupported_media_type:
    'Send JSON in UTF-8, with `content-type: application/json` and without a `Content-Encoding`.',
  range_not_satisfiable: '`Range` begins behind the end of the file; `Content-Range` has its size.',
  idempotency_key_reused: 'The `Idempotency-Key` was sent with another request within 24 hours; nothing ran.',
  rate_limited: 'Too many calls. Wait the seconds in `Retry-After`.',
  headers_too_large: 'The URL and the headers are longer than 64 KiB together. Split the request.',
  run_failed:
    'With `answer=response`: the run failed before its Response block; `runError` says why, ' +
    '`logId` names its log.',
  internal: 'An error in the server. The request id leads to the cause in the server’s log.',
  method_unknown: 'Unknown HTTP method.',
  unavailable: 'Not ready at the moment. Try again shortly.',
};

/** Every error code of the API with its status, in the order of `ERROR_STATUS`. */
export const errorNotes = Object.entries(ERROR_STATUS).map(([code, status]) => ({
  code,
  status,
  meaning: MEANINGS[code as ErrorCode],
}));
