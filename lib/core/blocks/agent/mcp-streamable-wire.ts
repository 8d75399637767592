import type { OutboundClient, OutboundRequest } from '../../../platform/outbound-http/contract';
import { writeJson } from '../../../platform/text/json-text';
import {
  answerIn,
  answerToServer,
  type HeaderRow,
  isAnswerTo,
  isEventStream,
  isServerRequest,
  type JsonObject,
  type McpCall,
  type McpRequest,
  type McpSent,
  type McpWire,
  messagesIn,
  optionsOf,
  sentOf,
  watchEvents,
} from './mcp-wire';

/** Streamable HTTP: each message is a POST, answered by JSON or by a stream of events. */
export class StreamableWire implements McpWire {
  constructor(
    readonly url: string,
    readonly http: OutboundClient,
  ) {}

  /**
   * Reads a stream up to the answer: a server may leave it open. A run that goes on in another process finds the
   * response only once it is complete.
   */
  async request(request: McpRequest, headers: readonly HeaderRow[], call: McpCall): Promise<McpSent> {
    const { id, method, params } = request;
    const rows = [...headers, ...request.headers];
    let answer: JsonObject | null = null;
    const watching = watchEvents(({ data }) => {
      for (const message of messagesIn(data)) {
        if (isAnswerTo(id, message)) answer = message;
        else if (isServerRequest(message)) void this.tell(answerToServer(message), headers, call);
      }
      return answer !== null;
    });
    const result = await this.http.request(postOf(this.url, rows, { jsonrpc: '2.0', id, method, params }), {
      ...optionsOf(call),
      ...watching,
      idempotencyKey: `${call.idempotencyKey}-${id}`,
    });
    return sentOf(result, answer ?? (result.response && answerIn(result.response, id)));
  }

  async tell(message: object, headers: readonly HeaderRow[], call: McpCall): Promise<void> {
    await this.http.request(postOf(this.url, headers, message), {
      ...optionsOf(call),
      // A server may open a stream that it never uses.
      onResponse: ({ headers: head }) => (isEventStream(head['content-type']) ? 'headAlone' : null),
    });
  }
}

export const postOf = (url: string, headers: readonly HeaderRow[], message: object): OutboundRequest => ({
  method: 'POST',
  url,
  headers: [
    ...headers,
    ['accept', 'application/json, text/event-stream'],
    ['content-type', 'application/json'],
  ],
  body: writeJson(message),
});
