import { AppError } from '../../../platform/errors';
import { parseExact } from '../../../platform/text/exact-number';
import { isNestedTooDeeply, MAX_JSON_DEPTH } from '../../../platform/text/json-depth';

const JSON_TYPE = /^application\/([\w.-]+\+)?json$/;

/**
 * Parses the body that a program sends to a callback: JSON of any kind as a value, a form as an object of
 * its texts (a name that comes several times has a list), anything else as text. Nothing: an empty object.
 * @throws AppError invalid_request for JSON that is none
 */
export async function readWaitAnswer(text: string, contentType: string | undefined): Promise<unknown> {
  if (text.trim() === '') return {};
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (JSON_TYPE.test(type)) return jsonOf(text);
  if (type === 'application/x-www-form-urlencoded') return listed(new URLSearchParams(text));
  if (type === 'multipart/form-data') return (await formOf(text, contentType as string)) ?? text;
  // Senders that name no type mostly send JSON.
  return type === '' && /^\s*[{[]/.test(text) ? jsonOr(text) : text;
}

function jsonOf(text: string): unknown {
  if (isNestedTooDeeply(text))
    throw invalid(`The body is nested more than ${MAX_JSON_DEPTH} levels deep.`, 'body_too_deep');
  try {
    return parseExact(text);
  } catch (error) {
    throw invalid(`The body is not valid JSON: ${(error as Error).message}`, 'body_invalid_json');
  }
}

const invalid = (message: string, code: string): AppError =>
  new AppError('invalid_request', message, { issues: [{ param: 'body', code, message }] });

/** Parses JSON; text that only looks like JSON stays text. */
function jsonOr(text: string): unknown {
  try {
    return isNestedTooDeeply(text) ? text : parseExact(text);
  } catch {
    return text;
  }
}

/** Reads a form, of files only name, type and size: for the rest there are webhooks. Null: it is no form. */
async function formOf(text: string, contentType: string): Promise<Record<string, unknown> | null> {
  const form = await new Response(text, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => null);
  if (form === null) return null;
  return listed(
    [...form].map(([name, value]): [string, unknown] => [
      name,
      typeof value === 'string' ? value : { name: value.name, contentType: value.type, size: value.size },
    ]),
  );
}

function listed(pairs: Iterable<[string, unknown]>): Record<string, unknown> {
  const values = new Map<string, unknown[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}
