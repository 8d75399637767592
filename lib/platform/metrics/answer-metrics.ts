import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '../env';
import { processSingleton } from '../process-singleton';
import { registerDatabaseGauges } from './database-gauges';
import { metrics } from './metrics';

const LOOPBACK = /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/;
const LOCAL_HOST = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i;
/** A proxy on this machine speaks from loopback for anybody. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

const databaseGauges = () =>
  processSingleton('database-gauges', () => registerDatabaseGauges(metrics().registry));

export const isMetricsPath = (url: string): boolean => url === '/metrics' || url.startsWith('/metrics?');

/**
 * Prometheus's text format, for this machine itself or the bearer of METRICS_TOKEN; anybody else gets 401.
 */
export async function answerMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!mayScrape(request, env().METRICS_TOKEN)) {
    response.writeHead(401, { 'www-authenticate': 'Bearer', 'content-type': 'text/plain; charset=utf-8' });
    response.end('Send METRICS_TOKEN as a bearer token, or ask from this machine.\n');
    return;
  }
  await databaseGauges().refresh();
  const { registry } = metrics();
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
  response.end(request.method === 'HEAD' ? undefined : await registry.metrics());
}

function mayScrape({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  const given = headers.authorization?.match(/^Bearer (.+)$/i)?.[1];
  if (given !== undefined) return token !== undefined && isSame(given, token);
  // A page in a browser on this machine could come here under another name that it made point to loopback.
  const isLocal = LOOPBACK.test(socket.remoteAddress ?? '') && LOCAL_HOST.test(headers.host ?? '');
  return isLocal && FORWARDED.every((name) => headers[name] === undefined);
}

/** In the same time whatever they have in common. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
