import { AppError } from '../../platform/errors';
import type { OutboundClient, OutboundError, OutboundResponse } from '../../platform/outbound-http/contract';
import { typedUrl } from '../../platform/text/typed-url';

export interface RemoteDocument {
  text: string;
  /** The URL after the last redirect. */
  url: string;
}

export interface ReadRemoteOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  maxBytes?: number;
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 10 * 1024 * 1024;
const BYTES_PER_MB = 1024 * 1024;
const HEADERS: Array<[string, string]> = [
  ['Accept', 'application/json, application/yaml;q=0.9, text/yaml;q=0.9, text/plain;q=0.8, */*;q=0.1'],
];

const ASKS_WHO = ': it requires a sign-in. Download the document and choose the file instead.';
const ADVICE: Readonly<Record<number, string>> = {
  401: ASKS_WHO,
  403: ASKS_WHO,
};
const TOO_MANY = ': too many requests. Try again later.';

/** Fetches the text at a URL. @throws AppError invalid_request with a message for whoever typed the URL */
export async function readRemoteDocument(
  http: OutboundClient,
  url: string,
  { signal, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES }: ReadRemoteOptions = {},
): Promise<RemoteDocument> {
  const { response, error } = await http.request(
    { method: 'GET', url: typedUrl(url), headers: HEADERS, body: null },
    {
      ...(signal === undefined ? {} : { signal }),
      attemptTimeoutMs: timeoutMs,
      totalTimeoutMs: timeoutMs,
      maxResponseBytes: maxBytes,
      retry: { when: 'never', max: 0 },
    },
  );
  if (error !== null) throw refusal(error.code, wordsFor(error, { timeoutMs, maxBytes }));
  if (response === null) throw new Error('An exchange ended with neither an answer nor an error.');
  return { text: documentText(response), url: response.url };
}

/** Rewords the client's messages, which suggest limits that can be set on a block; these can't be set. */
function wordsFor(
  { code, message }: OutboundError,
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
): string {
  if (code === 'TIMEOUT')
    return (
      `The document did not arrive within ${timeoutMs / 1_000} s. ` +
      'Download it and choose the file instead.'
    );
  if (code === 'RESPONSE_TOO_LARGE')
    return (
      `The document is larger than ${maxBytes / BYTES_PER_MB} MB. ` +
      'Remove what you don’t need and choose the file.'
    );
  return message;
}

function documentText({ status, headers, body, url, isRateLimited }: OutboundResponse): string {
  const { host } = new URL(url);
  const advice = isRateLimited ? TOO_MANY : (ADVICE[status] ?? ', not a document. Check the URL.');
  if (status < 200 || status > 299) throw refusal('HTTP_STATUS', `${host} returned ${status}${advice}`);
  if (body.length === 0) throw refusal('EMPTY', `${host} returned an empty document.`);
  const text = body.includes(0) ? null : decode(body);
  if (text === null)
    throw refusal('NOT_TEXT', `What is there is not text (${typeOf(headers)}). Check the URL.`);
  if (/^\s*</.test(text))
    throw refusal(
      'WEB_PAGE',
      'This is a web page, not a document. Look on it for a link that ends in .json or .yaml.',
    );
  return text;
}

function decode(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

function typeOf(headers: OutboundResponse['headers']): string {
  return String(headers['content-type'] ?? 'of unknown type').slice(0, 100);
}

function refusal(code: string, message: string): AppError {
  return new AppError('invalid_request', message, {
    issues: [{ param: 'url', code: code.toLowerCase(), message }],
  });
}
