import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { OTLP_REQUESTS, type ReceivedLog, type ReceivedMetric, type ReceivedSpan } from './otlp-shapes';

/** A collector for tests: takes OTLP in JSON, and answers 400 to what is in another form. */
export interface OtlpReceiver {
  url: string;
  spans: ReceivedSpan[];
  metrics: ReceivedMetric[];
  logs: ReceivedLog[];
  /** What was wrong with requests. */
  faults: string[];
  headers: IncomingHttpHeaders[];
  close(): Promise<void>;
}

/** Starts it on a free port of this machine. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const received: Omit<OtlpReceiver, 'url' | 'close'> = {
    spans: [],
    metrics: [],
    logs: [],
    faults: [],
    headers: [],
  };
  const server = createServer(async (request, response) => {
    received.headers.push(request.headers);
    const fault = take(received, request.url ?? '', await text(request));
    if (fault !== null) received.faults.push(fault);
    response.writeHead(fault === null ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function take(
  { spans, metrics, logs }: Pick<OtlpReceiver, 'spans' | 'metrics' | 'logs'>,
  path: string,
  body: string,
): string | null {
  const schema = OTLP_REQUESTS[path as keyof typeof OTLP_REQUESTS];
  if (schema === undefined) return `nothing is received at ${path}`;
  const result = schema.safeParse(JSON.parse(body));
  if (!result.success) return result.error.message;
  const { data } = result;
  if ('resourceSpans' in data)
    spans.push(...data.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)));
  if ('resourceMetrics' in data)
    metrics.push(
      ...data.resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((one) => one.metrics)),
    );
  if ('resourceLogs' in data)
    logs.push(...data.resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap((one) => one.logRecords)));
  return null;
}
