import {
  looksLikeJson,
  type ResponseData,
  readResponseData,
} from '../../core/blocks/api/request/response-data';
import type { WebhookTriggerConfig } from '../../core/blocks/webhook-trigger/definition';
import { AppError } from '../../platform/errors';
import { collectByName, readForm } from '../../platform/http/forms/read-form';
import type { FormPart } from '../../platform/http/forms/read-multipart';
import { notEncodedAs } from '../../platform/http/json-body';
import { encodingOfJson } from '../../platform/text/charsets/declared-encoding';
import { isEncodedAs } from '../../platform/text/charsets/encodings';
import { countJsonValues } from '../../platform/text/json-size';

/**
 * A request's body as `<webhook.body>`: JSON as a value (text, when it is none), a form as an object, other
 * text as text, and other bytes as `BinaryData`. Nothing: null.
 * @param readAs `json`: a body that looks like JSON is read as JSON, unless its type says it is a form
 * @throws AppError payload_too_large: a form of too many fields; invalid_request: JSON that isn't in the charset
 *   its type says (UTF-8 when it says none)
 */
export async function readBodyData(
  body: Buffer,
  contentType: string | undefined,
  readAs: WebhookTriggerConfig['readBodyAs'] = 'declared',
): Promise<unknown> {
  const form = body.length > 0 ? await readForm(body, contentType) : null;
  if (form !== null)
    return collectByName(
      form.map(([name, value]): [string, unknown] => [
        name,
        typeof value === 'string' ? value : fileValue(value),
      ]),
    );
  if (isReadAsJson(body, contentType, readAs)) requireJsonEncoding(body, contentType);
  const wanted = readAs === 'json' ? 'json-like' : 'auto';
  const read: ResponseData = readResponseData(body, contentType, wanted);
  return read.data;
}

/** Reading more holds the event loop too long. A run reads it in a process of its own. */
const MAX_VALUES_FOR_SETTINGS = 100_000;

/**
 * Returns a function that reads a body once, for settings of the block that need a value before a run begins.
 * @throws AppError payload_too_large (of the function): more values than may be read for this, or fields
 */
export function bodyForSettings(
  body: Buffer,
  contentType: string | undefined,
  readAs: WebhookTriggerConfig['readBodyAs'],
): () => Promise<unknown> {
  let data: Promise<unknown> | undefined;
  return async () => {
    if (
      isReadAsJson(body, contentType, readAs) &&
      countJsonValues(body, MAX_VALUES_FOR_SETTINGS) >= MAX_VALUES_FOR_SETTINGS
    )
      throw new AppError(
        'payload_too_large',
        `The body may have at most ${MAX_VALUES_FOR_SETTINGS.toLocaleString('en')} values, because this webhook ` +
          'looks into it before a run begins.',
      );
    data ??= readBodyData(body, contentType, readAs);
    return data;
  };
}

/** Returns the encoding of JSON, whose bytes are all in it. @throws AppError invalid_request */
export function requireJsonEncoding(body: Buffer, contentType: string | undefined): string {
  const encoding = encodingOfJson(body, contentType);
  if (!isEncodedAs(body, encoding)) throw notEncodedAs(encoding);
  return encoding;
}

const JSON_TYPE = /^\s*application\/([\w.-]+\+)?json\b/i;

export const isReadAsJson = (
  body: Buffer,
  contentType: string | undefined,
  readAs: WebhookTriggerConfig['readBodyAs'],
): boolean => JSON_TYPE.test(contentType ?? '') || (readAs === 'json' && looksLikeJson(body));

export const contentTypeOf = ({ headers }: { headers: Record<string, unknown> }): string | undefined =>
  headers['content-type'] === undefined ? undefined : String(headers['content-type']);

function fileValue({ contentType, bytes, fileName }: FormPart): object {
  const file = { contentType: contentType || null, size: bytes.length, base64: bytes.toString('base64') };
  return fileName === null || fileName === '' ? file : { ...file, name: fileName };
}
