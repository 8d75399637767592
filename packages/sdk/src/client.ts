import { Executions } from './resources/executions.js';
import { Folders } from './resources/folders.js';
import { Logs } from './resources/logs.js';
import { Schedules } from './resources/schedules.js';
import { Variables } from './resources/variables.js';
import { Versions } from './resources/versions.js';
import { Waits } from './resources/waits.js';
import { Webhooks } from './resources/webhooks.js';
import { Workflows } from './resources/workflows.js';
import { type ApiRequest, type CallOptions, type ClientOptions, Transport } from './transport.js';

/** A client of one server with one API key. Printing it doesn’t show the key. */
export class Millrace {
  readonly executions: Executions;
  readonly folders: Folders;
  readonly logs: Logs;
  readonly schedules: Schedules;
  readonly variables: Variables;
  readonly versions: Versions;
  readonly waits: Waits;
  readonly webhooks: Webhooks;
  readonly workflows: Workflows;
  readonly #http: Transport;

  /** @throws MillraceError for an address or a key that can’t be one */
  constructor(options: ClientOptions) {
    const http = new Transport(options);
    this.#http = http;
    this.executions = new Executions(http);
    this.folders = new Folders(http);
    this.logs = new Logs(http);
    this.schedules = new Schedules(http);
    this.variables = new Variables(http);
    this.versions = new Versions(http);
    this.waits = new Waits(http);
    this.webhooks = new Webhooks(http);
    this.workflows = new Workflows(http);
  }

  /**
   * Sends any request that the API has, with the same retries and errors.
   * @returns the body; undefined for 204
   */
  request<T = unknown>(request: ApiRequest, options?: CallOptions): Promise<T> {
    return this.#http.json<T>(request, options);
  }
}
