import { z } from 'zod';
import type { Signal } from './messages';
import { SAMPLERS } from './sampler';

const EXPORTERS = z.enum(['otlp', 'none'], 'must be otlp or none').default('otlp');
const Endpoint = z.url({ protocol: /^https?$/, error: 'must be like http://collector:4318' }).optional();
const wholeNumber = (least: number, most: number, otherwise: number) =>
  z.coerce.number('must be a whole number').int().min(least).max(most).default(otherwise);

/** OpenTelemetry's own variables, with its defaults unless `docs/decisions/opentelemetry.md` says otherwise. */
const Settings = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: Endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Endpoint,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: Endpoint,
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: Endpoint,
  OTEL_TRACES_EXPORTER: EXPORTERS,
  OTEL_METRICS_EXPORTER: EXPORTERS,
  OTEL_LOGS_EXPORTER: EXPORTERS,
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'], 'must be http/protobuf or http/json; gRPC is not spoken')
    .default('http/protobuf'),
  OTEL_EXPORTER_OTLP_COMPRESSION: z.enum(['none', 'gzip'], 'must be none or gzip').default('none'),
  OTEL_EXPORTER_OTLP_TIMEOUT: wholeNumber(1, 600_000, 10_000),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().default(''),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be from 0 to 1').min(0).max(1).default(1),
  OTEL_METRIC_EXPORT_INTERVAL: wholeNumber(1_000, 3_600_000, 60_000),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(100, 600_000, 5_000),
  OTEL_BSP_MAX_QUEUE_SIZE: wholeNumber(1, 100_000, 8_192),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: wholeNumber(1, 2_048, 256),
});

export interface TelemetrySettings {
  /** The URL of each signal that is sent. */
  urls: Readonly<Partial<Record<Signal, string>>>;
  headers: Readonly<Record<string, string>>;
  protocol: 'http/protobuf' | 'http/json';
  compression: 'none' | 'gzip';
  timeoutMs: number;
  /** Attributes of what is sent: who sends it. */
  resource: Readonly<Record<string, string>>;
  sampler: { name: (typeof SAMPLERS)[number]; ratio: number };
  metricsEveryMs: number;
  queue: { everyMs: number; maxQueued: number; maxBatch: number };
}

const SERVICE_NAME = 'service.name';
const DEFAULT_SERVICE_NAME = 'millrace';
const MAX_PAIRS = 64;

/**
 * Reads the variables; null when no collector is named or everything is switched off: then none of them is
 * looked at. @throws Error naming each bad variable in a sentence
 */
export function readTelemetrySettings(variables: Readonly<Record<string, string>>): TelemetrySettings | null {
  if (variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null;
  if (!Object.keys(variables).some((name) => name.endsWith('_ENDPOINT'))) return null;
  const result = Settings.safeParse(variables);
  if (!result.success) throw new Error(`The configuration is invalid: ${wordsOf(result.error)}.`);
  const { data } = result;
  const urls = urlsOf(data);
  if (Object.keys(urls).length === 0) return null;
  const resource = {
    [SERVICE_NAME]: DEFAULT_SERVICE_NAME,
    ...readPairs('OTEL_RESOURCE_ATTRIBUTES', data.OTEL_RESOURCE_ATTRIBUTES),
    ...(data.OTEL_SERVICE_NAME !== undefined && { [SERVICE_NAME]: data.OTEL_SERVICE_NAME }),
  };
  return {
    urls,
    headers: readPairs('OTEL_EXPORTER_OTLP_HEADERS', data.OTEL_EXPORTER_OTLP_HEADERS),
    protocol: data.OTEL_EXPORTER_OTLP_PROTOCOL,
    compression: data.OTEL_EXPORTER_OTLP_COMPRESSION,
    timeoutMs: data.OTEL_EXPORTER_OTLP_TIMEOUT,
    resource,
    sampler: { name: data.OTEL_TRACES_SAMPLER, ratio: data.OTEL_TRACES_SAMPLER_ARG },
    metricsEveryMs: data.OTEL_METRIC_EXPORT_INTERVAL,
    queue: {
      everyMs: data.OTEL_BSP_SCHEDULE_DELAY,
      maxQueued: data.OTEL_BSP_MAX_QUEUE_SIZE,
      maxBatch: data.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
    },
  };
}

const wordsOf = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');

/** A signal's own endpoint is used as it stands; the common one gets the signal's path. */
function urlsOf(data: z.infer<typeof Settings>): TelemetrySettings['urls'] {
  const common = data.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '');
  const urlOf = (signal: Signal, own: string | undefined, exporter: 'otlp' | 'none') => {
    const url = own ?? (common === undefined ? undefined : `${common}/v1/${signal}`);
    return url !== undefined && exporter === 'otlp' && { [signal]: url };
  };
  return {
    ...urlOf('traces', data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, data.OTEL_TRACES_EXPORTER),
    ...urlOf('metrics', data.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, data.OTEL_METRICS_EXPORTER),
    ...urlOf('logs', data.OTEL_EXPORTER_OTLP_LOGS_ENDPOINT, data.OTEL_LOGS_EXPORTER),
  };
}

/** Parses `key=value,key=value` with percent-encoded values. A message never quotes a value: it may be a key. */
function readPairs(variable: string, text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  const wrong = (why: string) => new Error(`The configuration is invalid: ${variable} ${why}.`);
  if (pairs.length > MAX_PAIRS) throw wrong(`has more than ${MAX_PAIRS} pairs`);
  return Object.fromEntries(
    pairs.map((pair, index) => {
      const cut = pair.indexOf('=');
      const name = pair.slice(0, Math.max(0, cut)).trim();
      if (name === '') throw wrong(`must be name=value,name=value; pair ${index + 1} is not`);
      try {
        return [name, decodeURIComponent(pair.slice(cut + 1).trim())];
      } catch {
        throw wrong(`has a bad percent-encoding in ${name}`);
      }
    }),
  );
}
