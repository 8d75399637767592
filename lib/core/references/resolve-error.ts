export type ResolveErrorCode =
  | 'REF_PATH_NOT_FOUND'
  | 'REF_OUT_OF_SCOPE'
  | 'REF_EMPTY_IN_PATH'
  | 'REF_VALUE_TOO_DEEP'
  | 'REF_TOO_LARGE'
  | 'VARIABLE_NOT_FOUND'
  | 'URL_DOT_SEGMENT'
  | 'URL_INVALID'
  | 'HEADER_NAME_INVALID'
  | 'HEADER_VALUE_INVALID'
  | 'BODY_INVALID_JSON'
  | 'BODY_TOO_COMPLEX'
  | 'JSON_TOO_DEEP';

/** A field could not be resolved. Expected: the block fails with this error; `field` names the config key. */
export class ResolveError extends Error {
  override readonly name = 'ResolveError';

  constructor(
    readonly code: ResolveErrorCode,
    message: string,
    public field?: string,
  ) {
    super(message);
  }
}
