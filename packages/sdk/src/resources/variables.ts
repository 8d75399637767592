import { path } from '../address.js';
import type { CallOptions, Transport } from '../transport.js';
import type { Variable, VariableChange } from '../types/workflows.js';

export class Variables {
  readonly #http: Transport;

  constructor(http: Transport) {
    this.#http = http;
  }

  /** Values of secrets are not returned. */
  async list(workspaceId: string, options?: CallOptions): Promise<Variable[]> {
    return this.#http.data(
      { method: 'GET', path: path`/api/v1/workspaces/${workspaceId}/variables` },
      options,
    );
  }

  /** Creates a variable or replaces its values. */
  async set(
    workspaceId: string,
    name: string,
    change: VariableChange,
    options?: CallOptions,
  ): Promise<Variable> {
    return this.#http.data(
      { method: 'PUT', path: path`/api/v1/workspaces/${workspaceId}/variables/${name}`, body: change },
      options,
    );
  }

  async delete(workspaceId: string, name: string, options?: CallOptions): Promise<void> {
    return this.#http.json(
      { method: 'DELETE', path: path`/api/v1/workspaces/${workspaceId}/variables/${name}` },
      options,
    );
  }
}
