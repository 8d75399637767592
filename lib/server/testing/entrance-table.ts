import { MAX_FORM_PAIRS, MAX_FORM_PARTS } from '../../platform/http/forms/form-limits';
import { maxBodyBytesOf } from '../../platform/http/handle';
import type { Operation } from '../../services/access/operation';
import { MAX_TEST_BODY_BYTES } from '../../services/incoming-webhooks/capture-request';
import { MAX_HOOK_BODY_BYTES } from '../../services/incoming-webhooks/receive-request';
import { MAX_HEADER_BYTES } from '../http-server';
import { MAX_MCP_BODY_BYTES } from '../mcp-listener';
import { MAX_AUTH_BODY_BYTES, MAX_AUTH_PAIRS } from '../page-listener';
import {
  MAX_API_PARAMETERS,
  MAX_HOOK_PARAMETERS,
  MAX_PAGE_COOKIES,
  MAX_PAGE_PARAMETERS,
  MAX_PAGE_PATH_BYTES,
  MAX_PAGE_QUERY_BYTES,
  MAX_ROUTER_HEADER_BYTES,
  MAX_USER_AGENT_LENGTH,
} from '../request-limits';

/** One row: cells of text. */
type Row = readonly [entrance: string, who: string, before: string, after: string, cost: string];

const HEAD: Row = [
  'entrance',
  'who asks',
  'sent before that is known',
  'afterwards',
  'a stranger costs at most',
];

/**
 * The table of `docs/decisions/budgets.md`: all entrances, with what a stranger may send. Operations of a
 * caller who must be known first are counted together.
 */
export function entranceTable(operations: readonly Operation[]): string {
  const rows = [HEAD, HEAD.map(() => '---'), ...OTHERS, ...open(operations), ...closed(operations)];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function count(bytes: number): string {
  return bytes % (1024 * 1024) === 0 ? `${bytes / (1024 * 1024)} MB` : `${Math.round(bytes / 1024)} KB`;
}

const number = (value: number): string => value.toLocaleString('en');
const FORM = `forms: ${number(MAX_FORM_PAIRS)} pairs or ${number(MAX_FORM_PARTS)} parts`;
const API_QUERY = `${number(MAX_API_PARAMETERS)} parameters`;

/** What isn't in the list of operations. */
const OTHERS: readonly Row[] = [
  [
    'any request',
    'anybody',
    `URL and headers of ${count(MAX_HEADER_BYTES)}`,
    '',
    'Node’s parser; 10,000 connections, 5,000 answers at once',
  ],
  [
    '`/hooks/{token}`, unknown token',
    'anybody',
    `${number(MAX_HOOK_PARAMETERS)} parameters, no body`,
    '404',
    'one row, cached',
  ],
  [
    '`/hooks/{token}`',
    'who passes its check: method, address, secret or signature',
    `${count(MAX_HOOK_BODY_BYTES)} for signatures, else no body; ${FORM}`,
    `the same; JSON: 1,000,000 values`,
    'the count of fields, one digest of the bytes; fields of signed forms: 1 MB',
  ],
  [
    '`/hooks/{token}/test`',
    'anybody, while an editor listens',
    `${count(MAX_TEST_BODY_BYTES)}; ${FORM}`,
    'the same',
    'as above; 120 a minute',
  ],
  [
    '`/mcp/{workspaceId}`',
    'who has a key',
    'no body',
    `${count(MAX_MCP_BODY_BYTES)} of JSON`,
    'one row, cached',
  ],
  [
    '`/mcp/{workspaceId}/manage`',
    'who has a key',
    'no body',
    `${count(MAX_MCP_BODY_BYTES)} of JSON`,
    'one row, cached',
  ],
  [
    '`GET` of pages, also `/wait/{token}` and `/chat/{slug}`',
    'anybody',
    `path ${count(MAX_PAGE_PATH_BYTES)}, query ${count(MAX_PAGE_QUERY_BYTES)} of ${MAX_PAGE_PARAMETERS} parameters, ` +
      `${MAX_PAGE_COOKIES} cookies, state of the router ${count(MAX_ROUTER_HEADER_BYTES)}, ` +
      `${MAX_USER_AGENT_LENGTH} characters of the User-Agent; no body`,
    '',
    'a page is rendered: two at a time, 500 wait',
  ],
  [
    '`GET /api/auth/*`',
    'anybody',
    'as for pages',
    '',
    'next-auth; 240 calls a minute of an address, two at a time',
  ],
  [
    '`POST /api/auth/*`',
    'anybody',
    `${count(MAX_AUTH_BODY_BYTES)}, ${MAX_AUTH_PAIRS} fields`,
    '',
    'the same; a password is hashed in a thread',
  ],
  ['`GET /_next/static/*` and other files', 'anybody', 'as for pages', '', 'a file is read from disk'],
  ['`GET /_next/image`', 'nobody', 'as for pages', '404', 'nothing'],
  ['`GET /metrics`', 'who has its token', 'no body', '', 'one comparison'],
];

const WITHOUT_CALLER = new Set(['nobody', 'public']);

/** Returns a row for each operation that strangers may call. */
function open(operations: readonly Operation[]): Row[] {
  return operations
    .filter(({ endpoint }) => WITHOUT_CALLER.has(endpoint.auth))
    .map((operation) => {
      const { endpoint, requireTarget } = operation;
      const { method, path, body, takesAnyBody } = endpoint;
      const size = count(maxBodyBytesOf(endpoint));
      const content = body === undefined ? 'no body' : takesAnyBody ? `${size}; ${FORM}` : `${size} of JSON`;
      const isFound = requireTarget !== undefined;
      const who = /\{(token|slug)\}/.test(path) ? 'who has the link' : 'anybody';
      const before = isFound ? `${API_QUERY}, no body` : `${API_QUERY}, ${content}`;
      const cost = isFound ? 'one row' : body === undefined ? 'its verb' : 'parsing it, its verb';
      return [`\`${method} ${path}\``, who, before, isFound ? content : '', cost] satisfies Row;
    });
}

/** Returns a row for each size of body that operations of known callers take. */
function closed(operations: readonly Operation[]): Row[] {
  const bySize = new Map<number, string[]>();
  for (const { endpoint } of operations) {
    if (WITHOUT_CALLER.has(endpoint.auth)) continue;
    const bytes = endpoint.body === undefined ? 0 : maxBodyBytesOf(endpoint);
    bySize.set(bytes, [...(bySize.get(bytes) ?? []), endpoint.id]);
  }
  return [...bySize]
    .sort(([a], [b]) => a - b)
    .map(([bytes, ids]) => {
      const named = ids.length <= 4 ? ids.map((id) => `\`${id}\``).join(', ') : `${ids.length} operations`;
      const after = bytes === 0 ? 'no body' : `${count(bytes)} of JSON`;
      return [named, 'a key or a session', `${API_QUERY}, no body`, after, 'one row, cached'] satisfies Row;
    });
}
