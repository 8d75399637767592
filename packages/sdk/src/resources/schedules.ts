import { path } from '../address.js';
import type { CallOptions, Transport } from '../transport.js';
import type { RunAccepted } from '../types/executions.js';
import type { WorkflowSchedule } from '../types/workflows.js';

/** The Schedule blocks of a workflow's live version. */
export class Schedules {
  readonly #http: Transport;

  constructor(http: Transport) {
    this.#http = http;
  }

  async list(workflowId: string, options?: CallOptions): Promise<WorkflowSchedule[]> {
    return this.#http.data({ method: 'GET', path: path`/api/v1/workflows/${workflowId}/schedules` }, options);
  }

  async pause(workflowId: string, blockId: string, options?: CallOptions): Promise<WorkflowSchedule> {
    return this.#setPaused(workflowId, blockId, true, options);
  }

  async resume(workflowId: string, blockId: string, options?: CallOptions): Promise<WorkflowSchedule> {
    return this.#setPaused(workflowId, blockId, false, options);
  }

  /** Starts a run now, also while it is paused. */
  async run(workflowId: string, blockId: string, options?: CallOptions): Promise<RunAccepted> {
    return this.#http.json(
      { method: 'POST', path: path`/api/v1/workflows/${workflowId}/schedules/${blockId}/run` },
      options,
    );
  }

  #setPaused(workflowId: string, blockId: string, paused: boolean, options?: CallOptions) {
    return this.#http.data<WorkflowSchedule>(
      { method: 'PATCH', path: path`/api/v1/workflows/${workflowId}/schedules/${blockId}`, body: { paused } },
      options,
    );
  }
}
