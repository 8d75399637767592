import type { BlockError, ExecutionContext } from '../block';
import type { AgentTool } from './agent-tool';
import type { ResolvedAgentConfig } from './config';
import { openMcpServer } from './mcp-tools';
import { requestTool } from './request-tool';
import { workflowTool } from './workflow-tool';

/** Everything a model may call; `close` when it is done. */
export interface OpenedTools {
  tools: AgentTool[];
  /** Why a server can't be used; null when all can. */
  error: BlockError | null;
  close: () => Promise<void>;
}

export async function openTools(
  { tools: rows }: Pick<ResolvedAgentConfig, 'tools'>,
  context: ExecutionContext,
  keyOf: (call: string) => string,
  remainingMs: () => number,
): Promise<OpenedTools> {
  const tools: AgentTool[] = [];
  const closing: Array<() => Promise<void>> = [];
  let error: BlockError | null = null;
  for (const row of rows) {
    if (row.kind === 'request') tools.push(requestTool(row, context));
    else if (row.kind === 'workflow') {
      const opened = await workflowTool(row, context);
      if (opened.ok) tools.push(opened.tool);
      else error ??= opened.error;
    } else if (error === null) {
      const opened = await openMcpServer(row, context, {
        idempotencyKey: keyOf(`mcp-${row.name}`),
        remainingMs: remainingMs(),
      });
      if (opened.ok) {
        tools.push(...opened.tools);
        closing.push(opened.close);
      } else error = opened.error;
    }
  }
  const close = async () => {
    await Promise.all(closing.map((end) => end()));
  };
  return { tools: firstOfEachName(tools), error, close };
}

/** Providers refuse two tools of one name. */
function firstOfEachName(tools: readonly AgentTool[]): AgentTool[] {
  return [...new Map([...tools].reverse().map((tool) => [tool.name, tool])).values()].reverse();
}
