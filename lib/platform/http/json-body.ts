import { AppError } from '../errors';
import { parseExact } from '../text/exact-number';
import { isNestedTooDeeply, MAX_JSON_DEPTH } from '../text/json-depth';
import { hasTooManyValues } from '../text/json-size';
import type { Endpoint } from './endpoint';

/**
 * Parsing and validating more takes half a second, for which everything else waits. The largest documents
 * have a third of it.
 */
const MOST_VALUES_ON_THE_EVENT_LOOP = 250_000;

/** Returns the body of a request, which must be empty or declared as JSON. */
export function asJson(text: string, contentType: string | undefined): string {
  if (text.trim() === '') return '';
  if (!/^application\/([\w.-]+\+)?json\b/i.test(contentType ?? ''))
    throw new AppError('unsupported_media_type', 'Send the body as application/json.');
  return text;
}

/**
 * Parses a body, which has at most `mostValues` values.
 * @throws AppError invalid_request with `body_too_complex`, `body_too_deep` or `body_invalid_json`
 */
export function parseJson(
  text: string,
  { exactNumbers }: Pick<Endpoint, 'exactNumbers'>,
  mostValues = MOST_VALUES_ON_THE_EVENT_LOOP,
): unknown {
  if (text === '') return {};
  if (hasTooManyValues(text, mostValues)) {
    const most = mostValues.toLocaleString('en');
    throw refused('body_too_complex', `The body holds more than ${most} values.`, `At most ${most} values.`);
  }
  if (isNestedTooDeeply(text)) {
    const message = `The body is nested more than ${MAX_JSON_DEPTH} levels deep.`;
    throw refused('body_too_deep', message, `At most ${MAX_JSON_DEPTH} levels.`);
  }
  try {
    return exactNumbers === true ? parseExact(text) : JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    throw refused('body_invalid_json', `The body is not valid JSON: ${message}`, message);
  }
}

const refused = (code: string, detail: string, message: string): AppError =>
  new AppError('invalid_request', detail, { issues: [{ param: 'body', code, message }] });
