import { createHash } from 'node:crypto';
import { isJsonObject } from '../../../../platform/text/exact-number';
import { MAX_JSON_VALUES } from '../../../../platform/text/json-size';
import type { BlockAttempt, BlockError, BlockResult, ExecutionContext } from '../../block';
import type { ResolvedApiConfig } from '../config/api-config';
import { explainBadPagination, isCounted, type PageSettings, paramOf } from '../config/pagination';
import { sendRequest } from '../request/send-request';
import { isEmptyAnswer, listsIn, valueAt } from './body-path';
import { type NextPage, PageFinder, type PageRequest } from './next-page';
import { fieldPath, fieldsOf, firstPage } from './page-config';
import { pageError } from './page-error';

const BYTES_PER_MEGABYTE = 1024 * 1024;
/** The most attempts on the span: of more requests, the first and the last are listed. */
const MAX_LISTED_ATTEMPTS = 200;

type PagedConfig = ResolvedApiConfig & { readonly pagination: Readonly<PageSettings> };

/**
 * Sends one request for each page; outputs the items of all as `data`, with status and headers of the
 * last. If a later page fails, the items before it stay in the output.
 */
export async function collectPages(config: PagedConfig, context: ExecutionContext): Promise<BlockResult> {
  const problem = explainBadPagination(config.pagination, config) ?? explainBadBody(config);
  if (problem !== null) return new Pages(config).failed(pageError('PAGINATION_INVALID', problem));
  const now = context.now ?? Date.now;
  const deadline = now() + config.totalTimeoutMs;
  const pages = new Pages(config);
  let finder: PageFinder | null = null;
  let request: PageRequest | null = { config: firstPage(config), nextUrl: null };
  while (request !== null) {
    const sent = await sendRequest(
      {
        ...request,
        idempotencyKey: keyOfPage(context.idempotencyKey, pages.count),
        totalTimeoutMs: deadline - now(),
      },
      context,
    );
    pages.addRequest(sent.result);
    if (sent.response === null) return pages.requestFailed(sent.result);
    const { result, response, jsonValues } = sent;
    if (!result.ok) return pages.requestFailed(result);
    const failure = pages.addPage(result.output.data, response.body, jsonValues);
    if (failure !== null) return failure;
    finder ??= new PageFinder(config, config.pagination, urlOf(result));
    const next: NextPage = finder.next({
      body: result.output.data,
      headers: response.headers,
      url: response.url,
      itemCount: pages.lastCount,
      isSame: pages.isSame,
    });
    pages.warn(finder.warnings);
    if (!next.ok) return pages.failed(next.error);
    const limit = pages.limitReached(next.request !== null);
    if (limit !== null) return limit;
    request = next.request;
  }
  return pages.succeeded();
}

/** Returns why a resolved body has no place for a cursor or number; null if it has one or needs none. */
function explainBadBody({ body, pagination }: PagedConfig): string | null {
  if (pagination.in !== 'body' || !isCounted(pagination.kind)) return null;
  const fields = fieldsOf(body);
  const name = paramOf(pagination);
  if (body.kind === 'form') return null;
  if (fields === null) return `The body is not a JSON object, so the ${pagination.kind} can't be sent in it.`;
  if (fieldPath(fields, name) !== null) return null;
  return `The body has no place at "${name}" for the ${pagination.kind}: something else is in the way.`;
}

/** Returns the URL to which the block's own request was sent, before redirects. */
const urlOf = ({ exchange }: BlockResult): URL => new URL(exchange?.request.url ?? '');

/** Returns the key of a page's request: the last number of the block's key counts the pages. */
const keyOfPage = (key: string, index: number): string => `${key.replace(/\.0$/, '')}.${index}`;

/** The pages received so far. */
class Pages {
  count = 0;
  /** Number of items on the last page. */
  lastCount = 0;
  /** True if the last page has items and the same bytes as the one before; only for counted kinds. */
  isSame = false;
  readonly #items: unknown[] = [];
  readonly #attempts: BlockAttempt[] = [];
  readonly #warnings = new Set<string>();
  readonly #secrets = new Set<string>();
  #exchange: BlockResult['exchange'];
  #bytes = 0;
  #values = 0;
  #lastHash = '';
  #status: unknown = null;
  #headers: unknown = {};
  #cookies: unknown = {};
  #redirects: BlockResult['redirects'];

  constructor(readonly config: PagedConfig) {}

  addRequest(result: BlockResult): void {
    const page = this.count + 1;
    this.#attempts.push(...(result.attempts ?? []).map((attempt) => ({ ...attempt, page })));
    for (const warning of result.warnings ?? []) this.#warnings.add(warning);
    for (const secret of result.secrets ?? []) this.#secrets.add(secret);
    this.#exchange = result.exchange;
    this.#status = result.output.status;
    this.#headers = result.output.headers;
    this.#cookies = result.output.cookies;
    this.#redirects = result.redirects;
  }

  /** @returns the block's result if it can't continue after this page */
  addPage(data: unknown, body: Buffer, jsonValues: number): BlockResult | null {
    const { pagination } = this.config;
    this.count += 1;
    const items = this.#itemsIn(data);
    if (items === null) return this.failed(noList(this.count, data, pagination));
    this.#bytes += body.length;
    this.#values += jsonValues;
    const mostBytes = pagination.maxMegabytes * BYTES_PER_MEGABYTE;
    if (this.#bytes > mostBytes || this.#values >= MAX_JSON_VALUES)
      return this.failed(tooLarge(this.count, pagination));
    this.isSame = this.#isSameAsBefore(items, body);
    if (this.isSame && pagination.kind !== 'cursor') return this.failed(samePage(this.count, pagination));
    for (const item of items) this.#items.push(item);
    this.lastCount = items.length;
    return null;
  }

  /**
   * Returns the items; null if there is no list, so the path is probably wrong. Servers leave an empty
   * list out, or write null for it.
   */
  #itemsIn(data: unknown): readonly unknown[] | null {
    const path = this.config.pagination.items;
    const items = data === null ? [] : valueAt(data, path);
    if (Array.isArray(items)) return items;
    if (items === null) return [];
    const isLeftOut = items === undefined && isJsonObject(data) && (this.count > 1 || isEmptyAnswer(data));
    if (!isLeftOut) return null;
    this.#warnings.add(`Page ${this.count} has no list at "${path.trim()}"; it was taken as empty.`);
    return [];
  }

  warn(warnings: Iterable<string>): void {
    for (const warning of warnings) this.#warnings.add(warning);
  }

  /** True for a repeated page: a server that doesn't know the parameter always returns the first page. */
  #isSameAsBefore(items: readonly unknown[], body: Buffer): boolean {
    if (!isCounted(this.config.pagination.kind) || items.length === 0) return false;
    const hash = createHash('sha256').update(body).digest('base64');
    const isSame = hash === this.#lastHash;
    this.#lastHash = hash;
    return isSame;
  }

  /** @returns the block's result if a limit allows no more pages or items */
  limitReached(hasMore: boolean): BlockResult | null {
    const { maxItems, maxPages, onLimit } = this.config.pagination;
    const isOverItems = this.#items.length > maxItems || (hasMore && this.#items.length === maxItems);
    if (!isOverItems && !(hasMore && this.count >= maxPages)) return null;
    const error = isOverItems ? tooManyItems(maxItems) : tooManyPages(maxPages);
    this.#items.length = Math.min(this.#items.length, maxItems);
    if (onLimit === 'fail') return this.failed(error);
    this.#warnings.add(
      isOverItems
        ? `The list was cut off after ${maxItems} items.`
        : `The list was cut off after ${maxPages} pages.`,
    );
    return this.succeeded();
  }

  succeeded(): BlockResult {
    return { ok: true, ...this.#found(null) };
  }

  failed(error: BlockError, continuable = false): BlockResult {
    const told = { ...error, attempts: this.#listedAttempts() };
    return { ok: false, error: told, continuable, ...this.#found(told) };
  }

  requestFailed(result: Extract<BlockResult, { ok: false }>): BlockResult {
    const { error, output, continuable } = result;
    if (this.count === 0) {
      const told = { ...error, attempts: this.#listedAttempts() };
      return { ...result, error: told, output: { ...output, error: told }, attempts: told.attempts };
    }
    const page = this.count + 1;
    const isLate = error.code === 'TIMEOUT' && error.phase === 'total';
    const message = isLate
      ? `The pages did not all come within ${this.config.totalTimeoutMs / 1000} s; page ${page} was on ` +
        'its way. Raise the total timeout, or ask for larger pages.'
      : `Page ${page}: ${error.message}`;
    return this.failed({ ...error, message }, continuable);
  }

  #found(error: BlockError | null) {
    const found = { data: this.#items, status: this.#status, headers: this.#headers };
    const output = { ...found, error, cookies: this.#cookies };
    return {
      output,
      attempts: this.#listedAttempts(),
      warnings: [...this.#warnings],
      secrets: [...this.#secrets],
      ...(this.#exchange ? { exchange: { ...this.#exchange, pagesBytes: this.#bytes } } : {}),
      ...(this.#redirects ? { redirects: this.#redirects } : {}),
    };
  }

  #listedAttempts(): BlockAttempt[] {
    const half = MAX_LISTED_ATTEMPTS / 2;
    if (this.#attempts.length <= MAX_LISTED_ATTEMPTS) return this.#attempts;
    return [...this.#attempts.slice(0, half), ...this.#attempts.slice(-half)];
  }
}

function noList(page: number, body: unknown, { items }: PageSettings): BlockError {
  const where = items.trim() === '' ? 'is no list' : `has no list at "${items.trim()}"`;
  const lists = listsIn(body);
  const hint =
    lists.length > 0
      ? `Lists are at ${lists.map((name) => `"${name}"`).join(', ')}.`
      : 'Check the path of the items.';
  return pageError('PAGE_INVALID', `The response body of page ${page} ${where}. ${hint}`);
}

function samePage(page: number, pagination: PageSettings): BlockError {
  const message =
    `Page ${page} is the same as the page before: the server seems not to know "${paramOf(pagination)}". ` +
    'Check what it calls the page or offset.';
  return pageError('PAGES_REPEAT', message);
}

function tooLarge(page: number, { maxMegabytes }: PageSettings): BlockError {
  const message =
    `Up to page ${page} the responses are larger than ${maxMegabytes} MB, or hold more than ` +
    `${MAX_JSON_VALUES.toLocaleString('en')} values. Request fewer fields, or only part of the list.`;
  return pageError('PAGES_TOO_LARGE', message);
}

const tooManyPages = (most: number): BlockError =>
  pageError(
    'PAGE_LIMIT',
    `The list does not end within ${most} pages. Raise the limit, request larger pages, or continue ` +
      'with those received.',
  );

const tooManyItems = (most: number): BlockError =>
  pageError(
    'ITEM_LIMIT',
    `The list has more than ${most} items. Raise the limit, or continue with those received.`,
  );
