import { path } from '../address.js';
import { type Page, Pages } from '../pages.js';
import type { CallOptions, Transport } from '../transport.js';
import type { WorkflowVersion, WorkflowVersionDetail } from '../types/workflows.js';

/** Published versions of workflows. */
export class Versions {
  readonly #http: Transport;

  constructor(http: Transport) {
    this.#http = http;
  }

  /** Newest first. */
  list(workflowId: string, query: { limit?: number } = {}, options?: CallOptions): Pages<WorkflowVersion> {
    return new Pages<WorkflowVersion>((cursor) =>
      this.#http.json<Page<WorkflowVersion>>(
        {
          method: 'GET',
          path: path`/api/v1/workflows/${workflowId}/versions`,
          query: { ...query, cursor },
        },
        options,
      ),
    );
  }

  async get(workflowId: string, number: number, options?: CallOptions): Promise<WorkflowVersionDetail> {
    return this.#http.data(
      { method: 'GET', path: path`/api/v1/workflows/${workflowId}/versions/${number}` },
      options,
    );
  }

  /**
   * Makes the draft the next version, and that version live. With `version`, the workflow's own, only if the
   * draft was not saved again since.
   */
  async publish(
    workflowId: string,
    publication: { note?: string; version?: number } = {},
    options?: CallOptions,
  ): Promise<WorkflowVersion> {
    return this.#http.data(
      { method: 'POST', path: path`/api/v1/workflows/${workflowId}/publish`, body: publication },
      options,
    );
  }

  /** Rolls back, or forward again. The draft stays as it is. */
  async makeLive(workflowId: string, number: number, options?: CallOptions): Promise<WorkflowVersion> {
    return this.#http.data(
      { method: 'POST', path: path`/api/v1/workflows/${workflowId}/versions/${number}/live` },
      options,
    );
  }
}
