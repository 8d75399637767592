import { expectTypeOf, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import type { Workflow, WorkflowSummary } from '@/lib/core/workflow/schema';
import type { Effect } from '@/lib/services/effects/schema';
import type { Folder } from '@/lib/services/folders/schema';
import type { Limits } from '@/lib/services/limits/schema';
import type { FoundLog } from '@/lib/services/log-search/schema';
import type * as logs from '@/lib/services/logs/schema';
import type { WebhookEvent } from '@/lib/services/outgoing-webhooks/event-schema';
import type * as webhooks from '@/lib/services/outgoing-webhooks/schema';
import type * as runs from '@/lib/services/runs/schema';
import type { OpenWait, WaitPage } from '@/lib/services/runs/wait-schema';
import type { WorkflowSchedule } from '@/lib/services/schedules/schema';
import type { Variable } from '@/lib/services/variables/schema';
import type { WorkflowVersion, WorkflowVersionDetail } from '@/lib/services/versions/schema';
import type * as sdk from './src/millrace.js';

/**
 * The server answers what the package promises: a member that is missing, or of another type, does not
 * compile. The check of types is what fails; at run time there is nothing to see.
 */
test('each answer of the server has the type that the package says', () => {
  expectTypeOf<TraceSpan>().toExtend<sdk.TraceSpan>();
  expectTypeOf<Limits>().toExtend<sdk.Limits>();

  expectTypeOf<runs.RunResult>().toExtend<sdk.RunResult>();
  expectTypeOf<runs.RunAccepted>().toExtend<sdk.RunAccepted>();
  expectTypeOf<runs.ExecutionState>().toExtend<sdk.ExecutionState>();
  expectTypeOf<runs.ExecutionTrace>().toExtend<sdk.ExecutionTrace>();
  expectTypeOf<runs.UnfinishedExecution>().toExtend<sdk.UnfinishedExecution>();
  expectTypeOf<runs.RunStreamEvent>().toExtend<sdk.RunStreamEvent>();
  expectTypeOf<OpenWait>().toExtend<sdk.OpenWait>();
  expectTypeOf<WaitPage>().toExtend<sdk.WaitPage>();

  expectTypeOf<logs.LogSummary>().toExtend<sdk.LogSummary>();
  expectTypeOf<logs.ExportedLog>().toExtend<sdk.ExportedLog>();
  expectTypeOf<FoundLog>().toExtend<sdk.FoundLog>();
  expectTypeOf<logs.LogDetail>().toExtend<sdk.LogDetail>();
  expectTypeOf<logs.ExecutionDetail>().toExtend<sdk.ExecutionDetail>();
  expectTypeOf<Effect>().toExtend<sdk.Effect>();

  expectTypeOf<WorkflowSummary>().toExtend<sdk.WorkflowSummary>();
  expectTypeOf<Workflow>().toExtend<sdk.Workflow>();
  expectTypeOf<WorkflowVersion>().toExtend<sdk.WorkflowVersion>();
  expectTypeOf<WorkflowVersionDetail>().toExtend<sdk.WorkflowVersionDetail>();
  expectTypeOf<Folder>().toExtend<sdk.Folder>();
  expectTypeOf<Variable>().toExtend<sdk.Variable>();
  expectTypeOf<WorkflowSchedule>().toExtend<sdk.WorkflowSchedule>();

  expectTypeOf<WebhookEvent>().toExtend<sdk.WebhookEvent>();
  expectTypeOf<webhooks.Webhook>().toExtend<sdk.Webhook>();
  expectTypeOf<webhooks.Delivery>().toExtend<sdk.WebhookDelivery>();
  expectTypeOf<webhooks.DeliveryDetail>().toExtend<sdk.WebhookDeliveryDetail>();
  expectTypeOf<webhooks.Redelivery>().toExtend<sdk.WebhookRedelivery>();
  expectTypeOf<webhooks.ComposedEvent>().toExtend<sdk.ComposedWebhookEvent>();
  expectTypeOf<webhooks.ReceiverReport>().toExtend<sdk.WebhookReceiverReport>();
});
