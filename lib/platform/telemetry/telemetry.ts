import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { otelVariables } from '../env';
import { logger, onLogLine, type WrittenLine } from '../logging/logger';
import { databaseGauges } from '../metrics/answer-metrics';
import { metrics } from '../metrics/metrics';
import { thisProcess } from '../postgres/process-lease';
import { processSingleton } from '../process-singleton';
import { VERSION } from '../version';
import { createExportQueue, type ExportQueue, type SendResult } from './export-queue';
import { logRecord } from './log-records';
import { SIGNALS, type Signal } from './messages';
import { metricPoints } from './metric-points';
import { keyValues, type OtlpLogRecord, type OtlpMetric, type OtlpSpan } from './otlp';
import { createSampler, type Sampler } from './sampler';
import { sendOtlp } from './send-otlp';
import { readTelemetrySettings, type TelemetrySettings } from './settings';

/** The version of the semantic conventions that attributes are named by; see docs/decisions/opentelemetry.md. */
const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.37.0';
const SCOPE = { name: 'millrace', version: VERSION };
const COMPONENT = 'telemetry';
const CLOSE_WITHIN_MS = 3_000;

/** What this process sends to a collector. */
export interface Telemetry {
  /** Null when traces are not sent. */
  spans: ExportQueue<OtlpSpan> | null;
  isSampled: Sampler;
  /** Begins to send metrics and lines of the log, in processes that live long. */
  start(): void;
  close(): Promise<void>;
}

/** Null when no collector is named. @throws Error naming each bad variable in a sentence */
export const telemetry = (): Telemetry | null =>
  processSingleton('telemetry', () => {
    const settings = readTelemetrySettings(otelVariables());
    return settings === null ? null : createTelemetry(settings);
  });

export function createTelemetry(settings: TelemetrySettings): Telemetry {
  const { urls, queue, sampler } = settings;
  const spans = urls.traces === undefined ? null : queueOf<OtlpSpan>('traces', urls.traces);
  const logs = urls.logs === undefined ? null : queueOf<OtlpLogRecord>('logs', urls.logs);
  const startedMs = Date.now() - process.uptime() * 1_000;
  let timer: NodeJS.Timeout | undefined;
  let isRead = false;

  function queueOf<Item>(signal: Signal, url: string): ExportQueue<Item> {
    return createExportQueue<Item>({
      ...queue,
      send: (items) => send(signal, url, items),
      onDropped: (count, why) => noteDropped(signal, count, why),
    });
  }

  const send = (signal: Signal, url: string, items: readonly unknown[]): Promise<SendResult> =>
    sendOtlp(signal, url, requestOf(signal, settings, items), settings);

  /** One at a time: a collector that is slow gets fewer. */
  async function sendMetrics(url: string): Promise<void> {
    if (isRead) return;
    isRead = true;
    try {
      const points = await readMetrics(startedMs);
      const result = await send('metrics', url, points);
      if (result.kind !== 'sent') noteDropped('metrics', points.length, result.why);
    } catch (error) {
      logger(COMPONENT).warn('metrics could not be read for the collector', { error });
    } finally {
      isRead = false;
    }
  }

  return {
    spans,
    isSampled: createSampler(sampler.name, sampler.ratio),
    start() {
      const { metrics: url } = urls;
      if (url !== undefined)
        timer = setInterval(() => void sendMetrics(url), settings.metricsEveryMs).unref();
      if (logs === null) return;
      onLogLine((line) => {
        if (!isOurs(line)) logs.offer([logRecord(line, Date.now())]);
      });
    },
    async close() {
      clearInterval(timer);
      const sent = Promise.all([
        spans?.close(CLOSE_WITHIN_MS),
        logs?.close(CLOSE_WITHIN_MS),
        timer !== undefined && urls.metrics !== undefined && sendMetrics(urls.metrics),
      ]);
      // A collector that hangs may not hold up the end of the process.
      await Promise.race([sent, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/** Lines about the collector don't go to it: each failure would make another. */
const isOurs = ({ fields }: WrittenLine): boolean => fields.component === COMPONENT;

function noteDropped(signal: Signal, count: number, why: string): void {
  metrics().telemetryDropped(signal, count);
  logger(COMPONENT).warn('telemetry was dropped', { signal, count, why });
}

/** Those of the whole installation are sent by each process, so that they don't end with one of them. */
async function readMetrics(startedMs: number): Promise<OtlpMetric[]> {
  const { registry, refresh } = databaseGauges();
  await refresh();
  const series = [...(await metrics().registry.getMetricsAsJSON()), ...(await registry.getMetricsAsJSON())];
  return metricPoints(series, startedMs, Date.now());
}

function requestOf(signal: Signal, { resource }: TelemetrySettings, items: readonly unknown[]): object {
  const names = SIGNALS[signal];
  const attributes = keyValues({
    'telemetry.sdk.name': 'millrace',
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.version': VERSION,
    'service.version': VERSION,
    'service.instance.id': thisProcess().id,
    'process.pid': process.pid,
    'host.name': hostname(),
    ...resource,
  });
  const ofScope = { scope: SCOPE, [names.items]: items, schemaUrl: SCHEMA_URL };
  return { [names.resources]: [{ resource: { attributes }, [names.scopes]: [ofScope] }] };
}
