import { Agent, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';

/** A response. Without one, the status is 0 and the text has the reason. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Truncated if it is large. */
  text: string;
  bytes: number;
  ms: number;
}

export interface Question {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export type Ask = (question: Question) => Promise<Answer>;

const PATIENCE_MS = 180_000;
/** The rest of a response is read but not stored. */
const MOST_KEPT_BYTES = 4 * 1024 * 1024;

/** Sends requests over kept connections; a response before the end of the request counts too. */
export function openAsk(origin: string): Ask {
  const agent = new Agent({ keepAlive: true });
  const once = (question: Question): Promise<Answer & { wasReused: boolean }> =>
    new Promise((resolve) => {
      const { method = 'GET', path, headers = {}, body } = question;
      const startedAt = performance.now();
      const sent = {
        ...headers,
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        }),
      };
      const end = (answer: Omit<Answer, 'ms'>): void => {
        clearTimeout(timer);
        resolve({ ...answer, ms: performance.now() - startedAt, wasReused: asked.reusedSocket });
      };
      const none = (words: string) => end({ status: 0, headers: {}, text: words, bytes: 0 });
      let isAnswered = false;
      const asked = request(`${origin}${path}`, { agent, method, headers: sent }, (response) => {
        isAnswered = true;
        void readAnswer(response).then(end, (error) => none(`the answer broke off: ${error.message}`));
      });
      const timer = setTimeout(() => {
        none(`no answer in ${PATIENCE_MS / 1_000} s`);
        asked.destroy();
      }, PATIENCE_MS);
      asked.on('error', (error: NodeJS.ErrnoException) => {
        if (!isAnswered) none(error.code ?? error.message);
      });
      asked.on('socket', hearErrors);
      asked.end(body);
    });
  return async (question) => {
    const answer = await once(question);
    // The server closed an idle connection at the moment it was reused; every client has to expect that.
    if (answer.status === 0 && answer.wasReused && answer.text === 'ECONNRESET' && answer.ms < 1_000)
      return once(question);
    return answer;
  };
}

const heard = new WeakSet<Socket>();

/**
 * Keeps an error listener. A response may come before the whole request was sent, and the connection may
 * then end. Node treats the failed write as the end of the request and removes its listener just before the
 * error is emitted, which would then be unhandled.
 */
function hearErrors(socket: Socket): void {
  if (heard.has(socket)) return;
  heard.add(socket);
  socket.on('error', () => undefined);
}

async function readAnswer(response: IncomingMessage): Promise<Omit<Answer, 'ms'>> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (bytes < MOST_KEPT_BYTES) kept.push(chunk);
    bytes += chunk.length;
  }
  const text = Buffer.concat(kept).toString();
  return { status: response.statusCode ?? 0, headers: response.headers, text, bytes };
}

/** Returns the response as JSON; null if it is not JSON, or too large to be stored whole. */
export function jsonOf<Body>({ text, bytes }: Answer): Body | null {
  if (bytes > MOST_KEPT_BYTES) return null;
  try {
    return JSON.parse(text) as Body;
  } catch {
    return null;
  }
}
