import type { ToolResult } from '../../mcp/call-tool';

/** An agent's connection to the management tools, which remembers every byte that it was answered. */
export interface Agent {
  /** @returns the result, or null where the tool itself is refused */
  call(name: string, args?: object): Promise<ToolResult | null>;
  tools(): Promise<string[]>;
  heard: string[];
  calls: number;
}

/** Connects to `/mcp/{workspaceId}/manage` as a program that sends what a model decides. */
export function agentAt(origin: string, workspaceId: string, headers: Record<string, string>): Agent {
  const heard: string[] = [];
  const ask = async (method: string, params: object) => {
    const response = await fetch(`${origin}/mcp/${workspaceId}/manage`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: heard.length + 1, method, params }),
    });
    const text = await response.text();
    heard.push(text, JSON.stringify([...response.headers]));
    if (!response.ok) throw new Error(`${method} was answered with ${response.status}: ${text}`);
    return JSON.parse(text) as { result?: unknown; error?: unknown };
  };
  const agent: Agent = {
    heard,
    calls: 0,
    async call(name, args = {}) {
      agent.calls += 1;
      const { result } = await ask('tools/call', { name, arguments: args });
      return (result as ToolResult | undefined) ?? null;
    },
    async tools() {
      const { result } = await ask('tools/list', {});
      return (result as { tools: Array<{ name: string }> }).tools.map(({ name }) => name);
    },
  };
  return agent;
}

export const textOf = (result: ToolResult | null): string =>
  (result?.content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('\n');

export const factsOf = (result: ToolResult | null): Record<string, unknown> =>
  (result?.structuredContent ?? {}) as Record<string, unknown>;
