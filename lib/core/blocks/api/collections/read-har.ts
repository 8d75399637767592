import { asArray, asObject, asText, type JsonObject, own } from '../openapi/json-node';
import {
  type Collection,
  type CollectionBody,
  type CollectionRequest,
  type CollectionRow,
  MAX_REQUESTS,
  partLabels,
} from './collection';
import { encodedPair } from './write-pair';

/** Reads a browser's recording (HAR 1.2): requests as they were sent, in order of time. */
export function readHar(root: JsonObject): Collection {
  const entries = asArray(own(own(root, 'log'), 'entries')).slice(0, MAX_REQUESTS);
  const requests = entries.flatMap((entry, index): CollectionRequest[] => {
    const request = asObject(own(entry, 'request'));
    const url = asText(own(request, 'url'));
    if (!/^https?:\/\//i.test(url)) return [];
    return [
      {
        id: String(index),
        name: '',
        folders: [hostOf(url)],
        url,
        pathParams: [],
        // A HAR written by hand may leave the query out of the address.
        query: url.includes('?') ? [] : rowsOf(own(request, 'queryString')),
        method: asText(own(request, 'method')) || 'GET',
        headers: headersOf(request),
        body: readBody(asObject(own(request, 'postData'))),
        auth: null,
        warnings: [],
      },
    ];
  });
  const others = entries.length - requests.length;
  const notes = others === 0 ? [] : [`${others} entries are left out, as they have no http address.`];
  // Browsers list a query as it was sent, so its percent codes are kept.
  return { notes, name: '', requests, variables: [], writePair: encodedPair };
}

/** Adds a Cookie header if cookies are listed only separately. */
function headersOf(request: JsonObject): CollectionRow[] {
  const headers = rowsOf(own(request, 'headers')).filter(({ key }) => !key.startsWith(':'));
  const cookies = rowsOf(own(request, 'cookies'));
  if (cookies.length === 0 || headers.some(({ key }) => key.toLowerCase() === 'cookie')) return headers;
  const value = cookies.map((cookie) => `${cookie.key}=${cookie.value}`).join('; ');
  return [...headers, { key: 'Cookie', value, enabled: true }];
}

const hostOf = (url: string): string => url.split('/', 3)[2] ?? '';

const rowsOf = (rows: unknown): CollectionRow[] =>
  asArray(rows).flatMap((one): CollectionRow[] => {
    const key = asText(own(one, 'name'));
    const file = asText(own(one, 'fileName'));
    const labels = partLabels(asText(own(one, 'contentType')));
    const read = { key, value: asText(own(one, 'value')), enabled: true, ...labels };
    return key === '' ? [] : [file === '' ? read : { ...read, file }];
  });

/** Reads the text, which is the body that was sent, or the rows if the browser recorded no text. */
function readBody(postData: JsonObject): CollectionBody | null {
  const contentType = asText(own(postData, 'mimeType')) || null;
  const text = asText(own(postData, 'text'));
  if (text !== '') return { kind: 'text', text, contentType };
  const rows = rowsOf(own(postData, 'params'));
  if (rows.length === 0) return null;
  const isMultipart = contentType?.toLowerCase().startsWith('multipart/') === true;
  return isMultipart ? { kind: 'multipart', rows } : { kind: 'form', rows };
}
