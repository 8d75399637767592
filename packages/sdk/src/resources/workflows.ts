import { path } from '../address.js';
import type { CallOptions, Transport } from '../transport.js';
import type { Kept } from '../types/common.js';
import type {
  NewWorkflow,
  PutWorkflow,
  Workflow,
  WorkflowChange,
  WorkflowSave,
  WorkflowSummary,
} from '../types/workflows.js';

export class Workflows {
  readonly #http: Transport;

  constructor(http: Transport) {
    this.#http = http;
  }

  async list(workspaceId: string, options?: CallOptions): Promise<WorkflowSummary[]> {
    return this.#http.data({ method: 'GET', path: '/api/v1/workflows', query: { workspaceId } }, options);
  }

  async get(id: string, options?: CallOptions): Promise<Workflow> {
    return this.#http.data({ method: 'GET', path: path`/api/v1/workflows/${id}` }, options);
  }

  async create(workflow: NewWorkflow, options?: CallOptions): Promise<Workflow> {
    return this.#http.data({ method: 'POST', path: '/api/v1/workflows', body: workflow }, options);
  }

  /**
   * Creates what has this external id, or makes its draft as given; the same again changes nothing.
   * @throws ApiError 409 with `problem.currentVersion` if `version` is a stale one
   */
  async put(externalId: string, workflow: PutWorkflow, options?: CallOptions): Promise<Kept<Workflow>> {
    return this.#http.json(
      { method: 'PUT', path: path`/api/v1/workflows/by-external-id/${externalId}`, body: workflow },
      options,
    );
  }

  /** Replaces the draft. @throws ApiError 409 with `problem.currentVersion` if `version` is a stale one */
  async save(id: string, workflow: WorkflowSave, options?: CallOptions): Promise<Workflow> {
    return this.#http.data({ method: 'PUT', path: path`/api/v1/workflows/${id}`, body: workflow }, options);
  }

  /** Renames, describes or moves it. */
  async update(id: string, change: WorkflowChange, options?: CallOptions): Promise<WorkflowSummary> {
    return this.#http.data({ method: 'PATCH', path: path`/api/v1/workflows/${id}`, body: change }, options);
  }

  /** Its logs are kept. With `version`, only if that is still the stored one. */
  async delete(id: string, { version, ...options }: CallOptions & { version?: number } = {}): Promise<void> {
    return this.#http.json(
      { method: 'DELETE', path: path`/api/v1/workflows/${id}`, query: { version } },
      options,
    );
  }
}
