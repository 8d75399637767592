import { z } from 'zod';

/** The name of a workflow for MCP clients. */
export const ToolName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, 'A name is letters, digits, "-" and "_", 64 at most.')
  .meta({ examples: ['say_hello'] });

export const ToolDescription = z.string().max(2_000, 'At most 2,000 characters.');

/** A workflow's offer as a tool. `tool`: null if not offered. `isLive`: true if published. */
export const OfferedTool = z
  .object({
    tool: z.object({ name: ToolName, description: ToolDescription }).nullable(),
    /** A name that is free in the workspace, derived from the workflow's. */
    suggestedName: z.string().meta({ examples: ['say_hello'] }),
    isLive: z.boolean(),
    /** URL of the workspace's MCP endpoint. */
    url: z.string(),
  })
  .meta({ id: 'OfferedTool' });
export type OfferedTool = z.infer<typeof OfferedTool>;
