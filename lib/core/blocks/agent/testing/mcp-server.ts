import type { ServerResponse } from 'node:http';
import {
  type LoopbackHttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../../../platform/outbound-http/testing/loopback-server';

export type McpMessage = { id?: number; method: string; params?: Record<string, unknown> };

/** The tools of the server, listed on two pages. */
const TOOLS = [
  {
    name: 'look.up',
    description: 'Looks a word up',
    inputSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
  },
  { name: 'forget', inputSchema: { type: 'object' } },
];

/**
 * Starts an MCP server over streamable HTTP that answers as JSON or as a stream of events. `answer` may
 * return another response (`null`: the usual one), or `'hang'` for none at all.
 */
export function startMcpServer(
  form: 'json' | 'events',
  answer?: (message: McpMessage) => object | 'hang' | null,
): Promise<LoopbackHttpServer> {
  const send = (response: ServerResponse, message: object) => {
    const text = JSON.stringify(message);
    response.setHeader('mcp-session-id', 'session-1');
    response.setHeader('content-type', form === 'json' ? 'application/json' : 'text/event-stream');
    const note = '{"jsonrpc":"2.0","method":"notifications/progress"}';
    response.end(form === 'json' ? text : `event: message\ndata: ${note}\n\nid: 7\ndata: ${text}\n\n`);
  };
  return startHttpServer(({ body, method }: ReceivedRequest, response) => {
    if (method === 'DELETE') return response.end();
    const message = JSON.parse(body) as McpMessage;
    if (message.id === undefined) return response.writeHead(202).end();
    const told = answer?.(message) ?? { result: resultOf(message) };
    return told === 'hang' ? undefined : send(response, { jsonrpc: '2.0', id: message.id, ...told });
  });
}

function resultOf({ method, params = {} }: McpMessage): object {
  if (method === 'initialize')
    return { protocolVersion: '2025-03-26', capabilities: { tools: {} }, serverInfo: { name: 'words' } };
  if (method === 'tools/list')
    return params.cursor === undefined
      ? { tools: TOOLS.slice(0, 1), nextCursor: 'more' }
      : { tools: TOOLS.slice(1) };
  const { word } = params.arguments as { word: string };
  return { content: [{ type: 'text', text: `${word} is a word` }] };
}
