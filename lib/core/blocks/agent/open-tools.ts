import type { BlockError, ExecutionContext } from '../block';
import type { AgentTool } from './agent-tool';
import type { ResolvedAgentConfig } from './config';
import { distinctTools } from './distinct-tools';
import { openMcpServer } from './mcp-tools';
import { requestTool } from './request-tool';
import { workflowTool } from './workflow-tool';

/** All tools of one block; `close` must be called at the end. */
export interface OpenedTools {
  tools: AgentTool[];
  /** The error of the first server or workflow that can't be used; null if all can. */
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
  return { tools: distinctTools(tools), error, close };
}
