import type { OutboundClient, OutboundRequest } from '../../../../../platform/outbound-http/contract';
import type { ResolvedBody } from '../../../body';
import { compileField, emptyScope } from '../../../compile-field';
import type { WrittenPair } from '../../../written-pair';
import { ApiConfig, type ResolvedApiConfig } from '../../config/api-config';
import { executeApi } from '../../executor';
import { readMultipartText } from '../multipart-text';
import type { WireRequest } from './real-curl';

/** A map that has every variable: a random text may name any, and each stands for itself. */
class AnyVariable extends Map<string, string> {
  override get(name: string): string {
    return `{{${name}}}`;
  }
}

const NO_SCOPE = { ...emptyScope(), variables: new AnyVariable() };

/** Returns the request that the block passes to the outbound client, for a config without references. */
export async function requestOf(config: Record<string, unknown>): Promise<OutboundRequest> {
  const { params, pathParams, headers, body, ...rest } = ApiConfig.parse(config);
  const pairs = (rows: typeof params) =>
    rows
      .filter(({ enabled, key }) => enabled && key !== '')
      .map(({ key, value }): [string, string] => [key, value]);
  const spelled = (rows: typeof params) =>
    rows
      .filter(({ enabled, key }) => enabled && key !== '')
      .map(({ key, value, written }): WrittenPair => [key, value, written]);
  const resolved: ResolvedApiConfig = {
    ...rest,
    params: spelled(params),
    pathParams: pairs(pathParams),
    headers: pairs(headers),
    body:
      body.kind === 'form'
        ? { ...body, rows: spelled(body.rows) }
        : (compileField('body', body, () => false).resolve(NO_SCOPE) as ResolvedBody),
  };
  let sent: OutboundRequest | null = null;
  const http: OutboundClient = {
    async request(request) {
      sent = request;
      return { response: null, error: null, attempts: [] };
    },
    close: async () => undefined,
  };
  await executeApi(resolved, {
    input: null,
    http,
    signal: new AbortController().signal,
    idempotencyKey: 'key',
  });
  if (sent === null) throw new Error('the block refused to send');
  return sent;
}

export interface Difference {
  /** True if the bytes differ, but a server decodes the same pairs. */
  onlySpelling: boolean;
  what: string;
}

const SET_BY_THE_CLIENT = new Set([
  'host',
  'connection',
  'content-length',
  'expect',
  'transfer-encoding',
  'te',
]);

/** Returns how the block's request differs from curl's; headers that a client adds don't count. */
export function compareRequests(block: OutboundRequest, curl: WireRequest): Difference[] {
  const differences: Difference[] = [];
  const check = (what: string, ours: unknown, theirs: unknown) => {
    const [left, right] = [JSON.stringify(ours), JSON.stringify(theirs)];
    if (left !== right) differences.push({ onlySpelling: false, what: `${what}: ${left} / curl ${right}` });
    return left === right;
  };
  const url = new URL(block.url);
  const [path = '', query = ''] = splitOnce(curl.target, '?');
  check('method', block.method, curl.method);
  check('host', url.host, curl.host.toLowerCase().replace(/:(80|443)$/, ''));
  check('path', url.pathname, path);
  const ourQuery = url.search.slice(1);
  if (check('query', decodePairs(ourQuery), decodePairs(query)) && ourQuery !== query) {
    differences.push({ onlySpelling: true, what: `query ${ourQuery} / curl ${query}` });
  }
  check('headers', headerLines(block.headers), headerLines(curl.headers));
  compareBodies(block, curl, check, differences);
  return differences;
}

function compareBodies(
  block: OutboundRequest,
  curl: WireRequest,
  check: (what: string, ours: unknown, theirs: unknown) => boolean,
  differences: Difference[],
): void {
  const ours = block.body === null ? '' : Buffer.from(block.body as string | Uint8Array).toString('latin1');
  const theirs = curl.body.toString('latin1');
  const type = curl.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  if (ours === theirs) return;
  if (type.startsWith('multipart/')) {
    const ourType = block.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
    check('parts', textParts(ours, ourType), textParts(theirs, type));
  } else if (type.startsWith('application/x-www-form-urlencoded')) {
    if (check('form', decodePairs(ours), decodePairs(theirs))) {
      differences.push({ onlySpelling: true, what: `form ${ours} / curl ${theirs}` });
    }
  } else check('body', ours, theirs);
}

/** Returns the parts without files: those are not in a command, so their rows are off. */
function textParts(text: string, contentType: string) {
  return readMultipartText(text, contentType)?.filter(({ file }) => file === null) ?? null;
}

function decodePairs(query: string): string[][] {
  return [...new URLSearchParams(Buffer.from(query, 'latin1').toString())];
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function headerLines(headers: ReadonlyArray<readonly [string, string]>): string[] {
  return headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.trim()])
    .filter(([name, value]) => !SET_BY_THE_CLIENT.has(name) && !isDefault(name, value))
    .map(
      ([name, value]) =>
        `${name}: ` +
        value.replace(/; ?boundary=.*$/, '').replace(/;(?=\S)/g, name === 'cookie' ? '; ' : ';'),
    )
    .sort();
}

/** True for a header that curl adds by default. */
function isDefault(name: string, value: string): boolean {
  if (name === 'user-agent') return value.startsWith('curl/');
  if (name === 'accept') return value === '*/*';
  return name === 'accept-encoding' && /^deflate, gzip/.test(value);
}
