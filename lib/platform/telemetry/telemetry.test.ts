import { afterEach, beforeEach, expect, test } from 'vitest';
import { logger } from '../logging/logger';
import { readTelemetrySettings } from './settings';
import { createTelemetry } from './telemetry';
import { type OtlpReceiver, startOtlpReceiver } from './testing/otlp-receiver';
import { traceIdOf } from './trace-context';

const EXECUTION_ID = '019c1c5e-0b57-7c3a-8d42-5f0d7a3b9c11';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

let receiver: OtlpReceiver;
beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(() => receiver.close());

test('lines of the log reach the collector, with the trace of their run or their caller', async () => {
  const settings = readTelemetrySettings({
    OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${receiver.url}/v1/logs`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  });
  const telemetry = createTelemetry(settings!);
  telemetry.start();
  logger('runs').warn('something happened', { executionId: EXECUTION_ID, count: 2 });
  logger('http').error('something failed', { traceId: TRACE, error: new TypeError('a secret') });
  logger('telemetry').warn('telemetry was dropped');
  await telemetry.close();
  expect(receiver.faults).toEqual([]);
  expect(receiver.logs.map(({ body, severityNumber, traceId }) => [body, severityNumber, traceId])).toEqual([
    [{ stringValue: 'something happened' }, 13, traceIdOf(EXECUTION_ID)],
    [{ stringValue: 'something failed' }, 17, TRACE],
  ]);
  expect(receiver.logs[1]?.attributes).toContainEqual({
    key: 'exception.type',
    value: { stringValue: 'TypeError' },
  });
  expect(JSON.stringify(receiver.logs)).not.toContain('a secret');
});
