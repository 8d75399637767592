import { Agent, request as send } from 'node:http';

/** A request to repeat. */
export interface ProbeTarget {
  name: string;
  url: string;
  everyMs: number;
  headers?: Record<string, string>;
  /** JSON to post; if absent, the request is a GET. */
  body?: string;
}

/** One request and its response; status 0 if there was none. Times are milliseconds since 1970. */
export interface ProbeSample {
  name: string;
  startedAtMs: number;
  ms: number;
  status: number;
}

const PATIENCE_MS = 15_000;

/**
 * Requests its targets at a steady rate, even while a response is overdue, in a separate process: the
 * bench's other work must not slow the measurement. Its parent sends the targets, then `report` for the
 * samples since the last one.
 */
let samples: ProbeSample[] = [];
const agent = new Agent({ keepAlive: true });
const now = (): number => performance.timeOrigin + performance.now();

function ask({ name, url, headers = {}, body }: ProbeTarget): void {
  const startedAtMs = now();
  let done = false;
  const end = (status: number): void => {
    if (done) return;
    done = true;
    samples.push({ name, startedAtMs, ms: now() - startedAtMs, status });
  };
  const options = {
    agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(PATIENCE_MS),
  };
  const request = send(url, options, (response) => {
    response.resume();
    response.on('error', () => end(0)).on('end', () => end(response.statusCode ?? 0));
  });
  request.on('error', (error: NodeJS.ErrnoException) => {
    // The server closed an idle connection at the moment it was reused; every client has to expect that.
    if (request.reusedSocket && error.code === 'ECONNRESET') return;
    end(0);
  });
  request.end(body);
}

process.on('message', (message: ProbeTarget[] | 'report') => {
  if (message === 'report') {
    process.send?.(samples);
    samples = [];
    return;
  }
  for (const target of message) setInterval(() => ask(target), target.everyMs);
});
process.on('disconnect', () => process.exit(0));
