import { AppError, type FieldIssue, isAppError } from '../errors';
import { isJsonObject } from '../text/exact-number';
import type { Payer } from './body/payers';
import type { Endpoint } from './endpoint';
import type { RequestContext } from './operation';

/** Enough to see that a body says nothing, or what it says; a larger one certainly says something. */
const MOST_BYTES = 4_096;
const MOST_ISSUES = 20;

interface UnreadBody {
  readBody(maxBytes: number, payers: readonly Payer[]): Promise<Buffer>;
  releaseBody?(): void;
}

/** Returns true if a request's head announces a body. */
export const announcesBody = ({ header }: Pick<RequestContext, 'header'>): boolean =>
  (header('content-length') ?? '0') !== '0' || header('transfer-encoding') !== undefined;

/**
 * Refuses a body that says something to an operation that takes none, instead of ignoring what its sender
 * asks for. Nothing, white space, `null` and `{}` say nothing.
 * @throws AppError invalid_request; as `readBody`
 */
export async function requireNoBody(
  { query }: Pick<Endpoint, 'query'>,
  { readBody, releaseBody }: UnreadBody,
  payers: readonly Payer[],
): Promise<void> {
  const body = await readBody(MOST_BYTES, payers).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'payload_too_large') return null;
    throw error;
  });
  releaseBody?.();
  const said = body === null ? undefined : readValue(body.toString('utf8').trim());
  if (said === null) return;
  const names = isJsonObject(said) ? Object.keys(said) : [];
  if (names.length === 0 && isJsonObject(said)) return;
  const known = Object.keys((query as { shape?: object } | undefined)?.shape ?? {});
  const issues = names.slice(0, MOST_ISSUES).map((name) => issueOf(name, known));
  throw new AppError('invalid_request', issues[0]?.message ?? NO_BODY, {
    issues: issues.length > 0 ? issues : [{ param: 'body', code: 'body_not_taken', message: NO_BODY }],
  });
}

const NO_BODY = 'This operation takes no body.';

/** Undefined: it is no JSON, so that it says something. */
function readValue(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function issueOf(name: string, known: readonly string[]): FieldIssue {
  const shown = name.slice(0, 100);
  const message = known.includes(name)
    ? `${NO_BODY} Send “${shown}” as a query parameter: ?${shown}=….`
    : `${NO_BODY} “${shown}” is not a parameter here.`;
  return { param: shown, code: known.includes(name) ? 'body_not_taken' : 'param_unknown', message };
}
