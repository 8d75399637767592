import { path } from '../address.js';
import { ApiError, ConnectionError, type Problem } from '../errors.js';
import { isRecord } from '../json.js';
import { type FeedOptions, type FeedPage, type FeedQuery, followLogs } from '../log-feed.js';
import { type Page, Pages } from '../pages.js';
import type { ApiRequest, CallOptions, Transport } from '../transport.js';
import type {
  Effect,
  EffectsQuery,
  ExecutionDetail,
  ExportEnd,
  ExportedLog,
  FoundLog,
  LogDetail,
  LogDetails,
  LogFilters,
  LogPage,
  LogSummary,
  LogsQuery,
} from '../types/logs.js';

const NDJSON = 'application/x-ndjson';

export class Logs {
  readonly #http: Transport;

  constructor(http: Transport) {
    this.#http = http;
  }

  /** Finished runs. What finishes during the walk moves no page. */
  list(query: LogsQuery, options?: CallOptions): Pages<LogSummary, LogPage> {
    return new Pages<LogSummary, LogPage>(
      (cursor) =>
        this.#http.json({ method: 'GET', path: '/api/v1/logs', query: { ...query, cursor } }, options),
      query.cursor,
    );
  }

  /**
   * Finished runs as they finish, page by page, until `signal` is aborted or the loop is left. It waits
   * through failures of the server and the connection.
   */
  feed(query: FeedQuery, options?: FeedOptions): AsyncGenerator<FeedPage> {
    return followLogs(this.#http, query, options);
  }

  /**
   * All that match, in one call and one stream. The generator returns the cursors to go on from.
   * @throws ConnectionError if it broke before its end: start again
   */
  async *export(
    query: LogFilters & LogDetails & { order?: 'asc' | 'desc'; limit?: number },
    options?: CallOptions,
  ): AsyncGenerator<ExportedLog, ExportEnd> {
    const request: ApiRequest = {
      method: 'GET',
      path: '/api/v1/logs',
      query,
      headers: { accept: NDJSON },
    };
    for await (const line of this.#http.lines(request, options)) {
      const row = this.#http.parse(line);
      if (isRecord(row) && 'id' in row) yield row as unknown as ExportedLog;
      else return endIn(row);
    }
    throw new ConnectionError('The export broke off before its last line.');
  }

  /** Looks for a text in what runs received, returned and failed with, newest first. Pages may be empty. */
  search(query: LogFilters & { q: string }, options?: CallOptions): Pages<FoundLog> {
    return new Pages<FoundLog>((cursor) =>
      this.#http.json<Page<FoundLog>>(
        { method: 'GET', path: '/api/v1/logs/search', query: { ...query, cursor } },
        options,
      ),
    );
  }

  /** The requests with which runs may have changed something at other servers, the newest runs first. */
  effects(query: EffectsQuery, options?: CallOptions): Pages<Effect> {
    return new Pages<Effect>((cursor) =>
      this.#http.json<Page<Effect>>(
        { method: 'GET', path: '/api/v1/effects', query: { ...query, cursor } },
        options,
      ),
    );
  }

  async get(logId: string, options?: CallOptions): Promise<LogDetail> {
    return this.#http.data({ method: 'GET', path: path`/api/v1/logs/${logId}` }, options);
  }

  /** One execution, and the workflow as it ran. */
  async execution(executionId: string, options?: CallOptions): Promise<ExecutionDetail> {
    return this.#http.json({ method: 'GET', path: path`/api/v1/logs/executions/${executionId}` }, options);
  }

  /** The bytes of one of a log's `files`. */
  async file(logId: string, fileId: string, options?: CallOptions): Promise<ArrayBuffer> {
    return this.#http.bytes(
      { method: 'GET', path: path`/api/v1/logs/${logId}/files/${fileId}`, headers: { accept: '*/*' } },
      options,
    );
  }
}

/** @throws ApiError for an export that failed in the middle */
function endIn(row: unknown): ExportEnd {
  const end = row as ExportEnd & { error?: Problem };
  if (end.error === undefined) return end;
  throw new ApiError(end.error.status ?? 500, end.error, { requestId: null, retryAfterMs: null });
}
