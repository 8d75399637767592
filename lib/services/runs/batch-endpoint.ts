import { z } from 'zod';
import { RunTags } from '../../core/blocks/run-tags';
import { defineEndpoint } from '../../platform/http/endpoint';
import { IdempotencyKeyHeader, RunAccepted, VersionParam } from './schema';
import { startTimingParams } from './timing-params';

const tag = 'Executions';
const MAX_BATCH = 1_000;
const MAX_BATCH_BYTES = 5 * 1024 * 1024;

export const startBatchEndpoint = defineEndpoint({
  id: 'startBatch',
  method: 'POST',
  path: '/api/v1/workflows/{id}/executions/batch',
  summary: 'Start many executions at once',
  description:
    'One queued execution for each input, all or none: when an input is invalid, or the plan has no room ' +
    'for all of them, nothing starts. `data` is in the order of the inputs. ' +
    'The `Idempotency-Key` is that of the whole batch. At most 1,000 inputs and 5 MB.',
  tag,
  auth: 'key',
  scope: 'workflows:run',
  params: z.object({ id: z.string() }),
  query: z.strictObject({ version: VersionParam.optional(), ...startTimingParams }),
  headers: z.object({ 'Idempotency-Key': IdempotencyKeyHeader.optional() }),
  body: z.strictObject({
    inputs: z
      .array(z.record(z.string(), z.unknown()))
      .min(1, 'Give at least one input.')
      .max(MAX_BATCH, 'At most 1,000 inputs.'),
    tags: RunTags.optional().describe('Of every execution of the batch.'),
  }),
  response: z.object({ data: z.array(RunAccepted) }),
  status: 202,
  problems: ['usage_exceeded', 'idempotency_key_reused', 'rate_limited', 'conflict'],
  answerHeaders: ['Idempotent-Replayed'],
  maxBodyBytes: MAX_BATCH_BYTES,
  exactNumbers: true,
});
