import type { ServerResponse } from 'node:http';
import {
  type LoopbackHttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../outbound-http/testing/loopback-server';
import type { ModelProvider } from '../contract';
import { anthropicError, anthropicEvents, anthropicWhole } from './anthropic-wire';
import { googleError, googleEvents, googleWhole } from './google-wire';
import { openAiError, openAiEvents, openAiWhole } from './openai-wire';
import type { ScriptedAnswer } from './scripted-answer';

export interface ModelServerRequest extends ReceivedRequest {
  wire: ModelProvider;
  json: Record<string, unknown>;
}

export interface ModelServer extends LoopbackHttpServer {
  /** Returns the base URL for the block's config. */
  baseUrlOf: (wire: ModelProvider) => string;
  questions: ModelServerRequest[];
}

const WIRES = {
  openai: {
    base: '/v1',
    path: /\/v1\/chat\/completions$/,
    events: openAiEvents,
    whole: openAiWhole,
    error: openAiError,
  },
  anthropic: {
    base: '/v1',
    path: /\/v1\/messages$/,
    events: anthropicEvents,
    whole: anthropicWhole,
    error: anthropicError,
  },
  google: {
    base: '/v1beta',
    path: /:(?:streamG|g)enerateContent$/,
    events: googleEvents,
    whole: googleWhole,
    error: googleError,
  },
} as const;

/** Starts a server with the wire formats of OpenAI, Anthropic and Google, as they document them. */
export async function startModelServer(
  script: (request: ModelServerRequest, index: number) => ScriptedAnswer,
): Promise<ModelServer> {
  const questions: ModelServerRequest[] = [];
  const server = await startHttpServer((received, response) => {
    const wire = wireOf(received.url);
    if (wire === null) {
      response.writeHead(404).end();
      return;
    }
    const question = { ...received, wire, json: JSON.parse(received.body) };
    questions.push(question);
    answer(script(question, questions.length - 1), question, response);
  });
  return { ...server, questions, baseUrlOf: (wire) => server.origin + WIRES[wire].base };
}

function wireOf(url: string): ModelProvider | null {
  const found = Object.entries(WIRES).find(([, { path }]) => path.test(url.split('?')[0] ?? ''));
  return (found?.[0] as ModelProvider | undefined) ?? null;
}

const isStreamed = ({ url, json }: ModelServerRequest): boolean =>
  url.includes(':streamG') || json.stream === true;

function answer(scripted: ScriptedAnswer, question: ModelServerRequest, response: ServerResponse): void {
  const { wire } = question;
  const { status = 200, headers = {}, fault } = scripted;
  if (fault === 'hang') return;
  if (status >= 400) {
    const body = WIRES[wire].error(status, scripted.error ?? { code: 'failed', message: 'It failed.' });
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    return;
  }
  if (scripted.whole || !isStreamed(question)) {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(WIRES[wire].whole(scripted)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  const events = WIRES[wire].events(scripted);
  if (fault === 'cut' || fault === 'reset' || fault === 'stall') {
    response.write(events.slice(0, Math.ceil(events.length / 2)).join(''));
    if (fault === 'cut') response.end();
    if (fault === 'reset') setImmediate(() => response.destroy());
    return;
  }
  if (scripted.hold) {
    const half = Math.ceil(events.length / 2);
    response.write(events.slice(0, half).join(''));
    void scripted.hold.then(() => response.end(events.slice(half).join('')));
    return;
  }
  response.end(events.join(''));
}
