import { collectByName, formKindOf, readForm } from '../../../platform/http/forms/read-form';
import { notEncodedAs, parseJson } from '../../../platform/http/json-body';
import { encodingOfDocument, readContentType } from '../../../platform/text/charsets/declared-encoding';
import { decodeText, isEncodedAs } from '../../../platform/text/charsets/encodings';
import { parseExact } from '../../../platform/text/exact-number';
import { isNestedTooDeeply } from '../../../platform/text/json-depth';
import { hasTooManyValues } from '../../../platform/text/json-size';

const JSON_TYPE = /^application\/([\w.-]+\+)?json$/;
/** Someone answers a question; reading more would keep others waiting. */
const MAX_ANSWER_VALUES = 50_000;

/**
 * Parses the body that a program sends to a callback: JSON of any kind as a value, a form as an object of
 * its texts (a name that comes several times has a list), anything else as text. Nothing: an empty object.
 * @throws AppError invalid_request for JSON that is none or too complex, and for text that isn't in the charset
 *   its type says (UTF-8 when it says none); payload_too_large for a form of too many fields
 */
export async function readWaitAnswer(body: Buffer, contentType: string | undefined): Promise<unknown> {
  const form = formKindOf(contentType) === null ? null : await readForm(body, contentType);
  if (form !== null && body.length > 0)
    return collectByName(
      form.map(([name, value]): [string, unknown] => [
        name,
        // Of files only name, type and size: for the rest there are webhooks.
        typeof value === 'string'
          ? value
          : { name: value.fileName, contentType: value.contentType, size: value.bytes.length },
      ]),
    );
  const encoding = encodingOfDocument(body, contentType) ?? 'utf-8';
  if (!isEncodedAs(body, encoding)) throw notEncodedAs(encoding);
  const text = decodeText(body, encoding);
  if (text.trim() === '') return {};
  const type = readContentType(contentType).type ?? '';
  if (JSON_TYPE.test(type)) return parseJson(text, { exactNumbers: true }, MAX_ANSWER_VALUES);
  // Senders that name no type mostly send JSON.
  return type === '' && /^\s*[{[]/.test(text) ? jsonOr(text) : text;
}

/** Parses JSON; text that only looks like JSON stays text. */
function jsonOr(text: string): unknown {
  try {
    return isNestedTooDeeply(text) || hasTooManyValues(text, MAX_ANSWER_VALUES) ? text : parseExact(text);
  } catch {
    return text;
  }
}
