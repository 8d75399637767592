import { expect, test } from 'vitest';
import { readTelemetrySettings } from './settings';

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

test('without a collector nothing is sent, whatever else is set', () => {
  expect(readTelemetrySettings({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBeNull();
  expect(readTelemetrySettings({ ...COLLECTOR, OTEL_SDK_DISABLED: 'true' })).toBeNull();
});

test('the common endpoint gets the paths of the signals, an own one stays as it is', () => {
  const own = { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://logs:1/in', OTEL_METRICS_EXPORTER: 'none' };
  expect(readTelemetrySettings({ ...COLLECTOR, ...own })?.urls).toEqual({
    traces: 'http://collector:4318/v1/traces',
    logs: 'http://logs:1/in',
  });
});

test('headers and resource attributes are read, the service has its name', () => {
  const settings = readTelemetrySettings({
    ...COLLECTOR,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc==, x-team = a',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=live',
    OTEL_SERVICE_NAME: 'flows',
  });
  expect(settings?.headers).toEqual({ authorization: 'Bearer abc==', 'x-team': 'a' });
  expect(settings?.resource).toEqual({
    'service.name': 'flows',
    'deployment.environment.name': 'live',
  });
});

test('what is wrong is said in a sentence that quotes no secret', () => {
  const read = (more: Record<string, string>) => () => readTelemetrySettings({ ...COLLECTOR, ...more });
  expect(read({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow('gRPC is not spoken');
  expect(read({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('OTEL_TRACES_SAMPLER_ARG');
  expect(read({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b,s3cret' })).toThrow(/pair 2 is not\.$/);
});
