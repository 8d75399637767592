import { path } from '../address.js';
import type { CallOptions, Transport } from '../transport.js';
import type { OpenWait, WaitPage } from '../types/executions.js';

export interface WaitsQuery {
  workspaceId?: string;
  workflowIds?: readonly string[];
  kinds?: ReadonlyArray<OpenWait['kind']>;
  /** 1 to 200, which is the default. */
  limit?: number;
}

/** Approvals and callbacks of runs that wait for an answer. */
export class Waits {
  readonly #http: Transport;

  constructor(http: Transport) {
    this.#http = http;
  }

  /** Newest first. `hasMore`: there are older ones. */
  async list(query: WaitsQuery = {}, options?: CallOptions): Promise<{ data: OpenWait[]; hasMore: boolean }> {
    return this.#http.json({ method: 'GET', path: '/api/v1/waits', query }, options);
  }

  /** Reads what a link asks for. @param token the last part of the link */
  async get(token: string, options?: CallOptions): Promise<WaitPage> {
    return this.#http.json({ method: 'GET', path: path`/api/v1/waits/${token}` }, options);
  }

  /**
   * Answers once: an approval with `{ decision: 'approved' | 'rejected', data: { … } }`, a callback with any
   * JSON.
   */
  async answer(token: string, answer: unknown, options?: CallOptions): Promise<WaitPage> {
    return this.#http.json({ method: 'POST', path: path`/api/v1/waits/${token}`, body: answer }, options);
  }
}
