import { type ResponseData, readResponseData } from '../../core/blocks/api/request/response-data';
import type { WebhookTriggerConfig } from '../../core/blocks/webhook-trigger/definition';

/**
 * A request's body as `<webhook.body>`: JSON as a value (text, when it is none), a form as an object, other
 * text as text, and other bytes as `BinaryData`. Nothing: null.
 * @param readAs `json`: a body that looks like JSON is read as JSON, unless its type says it is a form
 */
export async function readBodyData(
  body: Buffer,
  contentType: string | undefined,
  readAs: WebhookTriggerConfig['readBodyAs'] = 'declared',
): Promise<unknown> {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (body.length > 0 && type === 'application/x-www-form-urlencoded')
    return listed(new URLSearchParams(body.toString('utf8')));
  if (body.length > 0 && type === 'multipart/form-data') {
    const form = await readForm(body, contentType as string);
    if (form !== null) return form;
  }
  const wanted = readAs === 'json' ? 'json-like' : 'auto';
  const read: ResponseData = readResponseData(body, contentType, wanted);
  return read.data;
}

export const contentTypeOf = ({ headers }: { headers: Record<string, unknown> }): string | undefined =>
  headers['content-type'] === undefined ? undefined : String(headers['content-type']);

/** A name that comes several times has a list. */
export function listed(pairs: Iterable<[string, unknown]>): Record<string, unknown> {
  const values = new Map<string, unknown[]>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    if (before) before.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}

/** Null: it is no form after all, and stays as it came. */
async function readForm(body: Buffer, contentType: string): Promise<Record<string, unknown> | null> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => null);
  if (form === null) return null;
  const pairs = [...form].map(async ([name, value]): Promise<[string, unknown]> => {
    if (typeof value === 'string') return [name, value];
    const base64 = Buffer.from(await value.arrayBuffer()).toString('base64');
    const file = { contentType: value.type || null, size: value.size, base64 };
    return [name, value.name === '' ? file : { ...file, name: value.name }];
  });
  return listed(await Promise.all(pairs));
}
