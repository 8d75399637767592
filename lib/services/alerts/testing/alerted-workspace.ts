import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../../platform/outbound-http/testing/loopback-server';
import { pool } from '../../../platform/postgres/db';
import { thisProcess } from '../../../platform/postgres/process-lease';
import {
  closeAfterDeliveries,
  completionOf,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from '../../outgoing-webhooks/testing/subscribed-workspace';
import { recordCompletions } from '../../runs/recording/record-completions';
import type { CompletionRow } from '../../runs/shapes/execution-row';
import { workflowIn } from '../../runs/testing/workflow-in';
import type { AlertBody } from '../alert-text';
import { createAlert } from '../change-alerts';
import { checkAlerts } from '../check-alerts';
import { AlertSettings } from '../schema';
import { sendAlerts } from '../send-alerts';

const MINUTE_MS = 60_000;

let receiver: LoopbackHttpServer;

/** Starts the server that receives the alerts of this file's workspaces. */
export async function openForAlerts(): Promise<void> {
  receiver = await startHttpServer((_, response) => response.writeHead(200).end());
  await openForDeliveries();
}

export async function closeAfterAlerts(): Promise<void> {
  await pool().query('DELETE FROM runtime.execution');
  await outboundClient().close();
  await receiver.close();
  await closeAfterDeliveries();
}

export interface AlertedWorkspace extends SubscribedWorkspace {
  /** Settings of a rule with a window of ten minutes. */
  settings(condition: object, change?: object): AlertSettings;
  /** @returns the rule's id */
  createRule(condition: object, change?: object): Promise<string>;
  /** Completes a run that ended so many minutes ago, of the example workflow unless another is named. */
  run(minutesAgo: number, change?: Partial<CompletionRow>, workflowId?: string): Promise<void>;
  /** @returns the id of another workflow */
  another(name: string): Promise<string>;
}

/** Mints a workspace whose workflow is called `Orders`; there are no other rules and no executions. */
export async function mintAlertedWorkspace(): Promise<AlertedWorkspace> {
  await pool().query('DELETE FROM alert_rule');
  await pool().query('DELETE FROM runtime.execution');
  receiver.received.length = 0;
  const mill = await mintSubscribedWorkspace();
  const rename = (id: string, name: string) =>
    pool().query('UPDATE workflow SET name = $2 WHERE id = $1', [id, name]);
  await rename(mill.exampleId, 'Orders');
  const settings = (condition: object, change: object = {}) =>
    AlertSettings.parse({
      name: 'Missed',
      condition,
      windowMinutes: 10,
      destination: { kind: 'webhook', url: `${receiver.origin}/hook` },
      ...change,
    });
  return {
    ...mill,
    settings,
    createRule: async (condition, change) => {
      const made = { workspaceId: mill.workspaceId, ...settings(condition, change) };
      return (await createAlert(mill.writer, made)).data.id;
    },
    run: async (minutesAgo, change = {}, workflowId = mill.exampleId) => {
      const endedAtMs = Date.now() - minutesAgo * MINUTE_MS;
      const row = completionOf(mill, { startedAtMs: endedAtMs - 5, endedAtMs, ...change });
      const execution = { ...row.execution, workflowId };
      await recordCompletions(pool(), [{ ...row, execution }], thisProcess().id);
    },
    another: async (name) => {
      const id = await workflowIn(mill, [{ type: 'response', config: { body: '1' } }]);
      await rename(id, name);
      return id;
    },
  };
}

const signal = new AbortController().signal;

/** Checks and sends as two processes do; every rule is due. */
export async function look(): Promise<void> {
  await pool().query("UPDATE alert_rule SET next_check_at = now() - interval '1 second'");
  await Promise.all([checkAlerts(signal), checkAlerts(signal)]);
  await Promise.all([sendAlerts(signal), sendAlerts(signal)]);
}

export const receivedTexts = (): string[] => receiver.received.map(({ body }) => body);
export const received = (): AlertBody[] => receivedTexts().map((text) => JSON.parse(text));
export const told = () => received().map(({ type, summary }) => [type, summary]);
