import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AggregatorRegistry, Registry } from 'prom-client';
import { env } from '../env';
import { processSingleton } from '../process-singleton';
import { answerSiblings, askSiblings } from '../siblings';
import { registerDatabaseGauges } from './database-gauges';
import { metrics } from './metrics';

const LOOPBACK = /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/;
const LOCAL_HOST = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;
/** Headers that show a proxy: one on this machine connects from loopback for any client. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** The gauges describe the whole installation, so the process that is asked reports them once. */
export const databaseGauges = () =>
  processSingleton('database-gauges', () => {
    const registry = new Registry();
    return { registry, ...registerDatabaseGauges(registry) };
  });

type Series = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/**
 * Prepares one of several processes behind one port: its series are labelled with its number, and the other
 * processes may fetch them.
 */
export function shareMetrics(processNumber: number): void {
  const { registry } = metrics();
  registry.setDefaultLabels({ process: String(processNumber) });
  answerSiblings('metrics', () => registry.getMetricsAsJSON());
}

/** Returns the series of this process and of those behind the same port. */
async function seriesOfProcesses(): Promise<string> {
  const { registry } = metrics();
  const others = (await askSiblings('metrics', null)) as Series[];
  if (others.length === 0) return registry.metrics();
  const all = [await registry.getMetricsAsJSON(), ...others];
  // Each series belongs to one process, so summing equal ones loses nothing.
  const plain = all.map((series) => series.map((metric) => ({ ...metric, aggregator: 'sum' as const })));
  return AggregatorRegistry.aggregate(plain).metrics();
}

export const isMetricsPath = (url: string): boolean => url === '/metrics' || url.startsWith('/metrics?');

/**
 * Responds in Prometheus's text format, to this machine itself or the bearer of METRICS_TOKEN; anybody else
 * gets 401.
 */
export async function answerMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!mayScrape(request, env().METRICS_TOKEN)) {
    response.writeHead(401, { 'www-authenticate': 'Bearer', 'content-type': 'text/plain; charset=utf-8' });
    response.end('Send METRICS_TOKEN as a bearer token, or ask from this machine.\n');
    return;
  }
  const { registry, refresh } = databaseGauges();
  const [ofProcesses] = await Promise.all([seriesOfProcesses(), refresh()]);
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
  response.end(request.method === 'HEAD' ? undefined : `${ofProcesses}${await registry.metrics()}`);
}

function mayScrape({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  const given = headers.authorization?.match(/^Bearer (.+)$/i)?.[1];
  if (given !== undefined) return token !== undefined && isSame(given, token);
  // A page in a browser on this machine could connect here under another name that resolves to loopback.
  const isLocal = LOOPBACK.test(socket.remoteAddress ?? '') && LOCAL_HOST.test(headers.host ?? '');
  return isLocal && FORWARDED.every((name) => headers[name] === undefined);
}

/** Compares in constant time. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
