import { Agent, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';

/** An answer, or how there was none: then its status is 0 and its text says why. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The beginning, where it is large. */
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
/** More of an answer is read, but not kept. */
const MOST_KEPT_BYTES = 4 * 1024 * 1024;

/** Asks over kept connections; an answer that comes before the question has been sent is an answer. */
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
    // The server closed an idle connection just as it was used again; every client has to expect that.
    if (answer.status === 0 && answer.wasReused && answer.text === 'ECONNRESET' && answer.ms < 1_000)
      return once(question);
    return answer;
  };
}

const heard = new WeakSet<Socket>();

/**
 * An answer may come before the whole question has been sent, and the connection end then. Node takes the
 * write that fails for the end of the question and stops listening just before it tells of the failure, which
 * nobody would hear.
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

/** The answer as JSON; null when it is none, or too large to be kept whole. */
export function jsonOf<Body>({ text, bytes }: Answer): Body | null {
  if (bytes > MOST_KEPT_BYTES) return null;
  try {
    return JSON.parse(text) as Body;
  } catch {
    return null;
  }
}
