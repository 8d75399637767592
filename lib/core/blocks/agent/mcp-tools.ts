import type { JsonSchema } from '../../../platform/models/contract';
import { isJsonObject } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';
import type { BlockError, ExecutionContext } from '../block';
import type { ResolvedTool } from '../tools';
import { type AgentTool, type ToolOutcome, textForModel } from './agent-tool';
import { readConnection, withCredential } from './connection';
import { McpClient } from './mcp-client';
import { parameterHeaders, sentParameters } from './mcp-revision';
import type { McpCall } from './mcp-wire';

type McpServer = Extract<ResolvedTool, { kind: 'mcp' }>;

const NO_PARAMETERS: JsonSchema = { type: 'object', properties: {} };
const MAX_LIST_PAGES = 10;
const MAX_TOOLS_OF_A_SERVER = 128;

export type OpenedServer =
  | { ok: true; tools: AgentTool[]; close: () => Promise<void> }
  | { ok: false; error: BlockError };

/** Connects to an MCP server and lists its tools. */
export async function openMcpServer(
  server: McpServer,
  context: ExecutionContext,
  opening: Omit<McpCall, 'isSafe' | 'signal'>,
): Promise<OpenedServer> {
  const access = await accessTo(server, context);
  if (!access.ok) return { ok: false, error: about(server, access.error) };
  const client = new McpClient(access.server, context.http);
  const call: McpCall = { ...opening, signal: context.signal, isSafe: true };
  const opened = await client.initialize(call);
  if (!opened.ok) return { ok: false, error: about(server, opened.error) };
  const wanted = new Set(
    server.only
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  );
  const tools: AgentTool[] = [];
  let cursor: unknown;
  for (let page = 0; page < MAX_LIST_PAGES; page += 1) {
    const listed = await client.ask('tools/list', cursor === undefined ? {} : { cursor }, call);
    if (!listed.ok) return { ok: false, error: about(server, listed.error) };
    for (const offered of Array.isArray(listed.result.tools) ? listed.result.tools : []) {
      const tool = toolOf(offered, server, client, context);
      if (tool !== null && (wanted.size === 0 || wanted.has(String(offered.name)))) tools.push(tool);
    }
    cursor = listed.result.nextCursor;
    if (typeof cursor !== 'string' || tools.length >= MAX_TOOLS_OF_A_SERVER) break;
  }
  const close = () => client.close({ ...call, remainingMs: 2_000 });
  return { ok: true, tools: tools.slice(0, MAX_TOOLS_OF_A_SERVER), close };
}

type Access = { ok: true; server: McpServer['server'] } | { ok: false; error: BlockError };

/** Returns the server's address and headers, with the credential of its connection. */
async function accessTo({ server, connectionId }: McpServer, context: ExecutionContext): Promise<Access> {
  if (connectionId.trim() === '') return { ok: true, server };
  const read = await readConnection(connectionId, 'tools', context);
  return read.ok ? { ok: true, server: withCredential(server, read.auth) } : read;
}

/** Makes a tool of a listed one. The server's name in front keeps equal names of two servers apart. */
function toolOf(
  offered: unknown,
  server: McpServer,
  client: McpClient,
  { signal, mask = (value) => value }: ExecutionContext,
): AgentTool | null {
  if (!isJsonObject(offered) || typeof offered.name !== 'string') return null;
  const { name, description, inputSchema } = offered;
  const schema = isJsonObject(inputSchema) ? inputSchema : NO_PARAMETERS;
  const sent = client.isStateless ? sentParameters(schema) : [];
  if (sent === null) return null; // the protocol excludes tools whose headers can't be written
  return {
    name: `${server.name}_${name}`,
    namespace: server.server.url,
    // The server may repeat secrets that it was sent, as in any response.
    description: String(mask(String(description ?? ''))).slice(0, 2_000),
    parameters: mask(schema) as JsonSchema,
    actsTwice: true,
    requestFor: () => ({ method: 'POST', url: server.server.url, headers: [] }),
    call: async (args, { idempotencyKey, remainingMs }) => {
      const asked = { signal, idempotencyKey, remainingMs, isSafe: false };
      const params = { name, arguments: args };
      const answer = await client.ask('tools/call', params, asked, parameterHeaders(sent, args));
      return answer.ok ? outcomeOf(answer.result, answer.attempts) : answer;
    },
  };
}

function outcomeOf(
  result: Readonly<Record<string, unknown>>,
  attempts: NonNullable<ToolOutcome['attempts']>,
): ToolOutcome {
  const { content, structuredContent, isError } = result;
  const texts = (Array.isArray(content) ? content : []).map((part: unknown) =>
    isJsonObject(part) && part.type === 'text' ? String(part.text) : writeJson(part),
  );
  const text = texts.length > 0 ? texts.join('\n') : writeJson(structuredContent ?? result);
  if (isError === true) return { ok: false, error: { code: 'TOOL_FAILED', message: text }, attempts };
  return { ok: true, shown: { text }, value: structuredContent ?? textForModel(text), attempts };
}

const about = ({ name }: McpServer, error: BlockError): BlockError => ({
  ...error,
  message: `The MCP server "${name}" can't be used: ${error.message}`,
  field: 'tools',
});
