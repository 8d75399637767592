import { z } from 'zod';

/** What a workflow is called by MCP clients. */
export const ToolName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, 'A name is letters, digits, "-" and "_", 64 at most.')
  .meta({ examples: ['say_hello'] });

export const ToolDescription = z.string().max(2_000, 'At most 2,000 characters.');

/** How a workflow is offered as a tool. `tool`: null when it isn't. `isLive`: whether it is published. */
export const OfferedTool = z
  .object({
    tool: z.object({ name: ToolName, description: ToolDescription }).nullable(),
    /** Free in the workspace, made of the workflow's name. */
    suggestedName: z.string().meta({ examples: ['say_hello'] }),
    isLive: z.boolean(),
    /** Of the workspace's MCP endpoint. */
    url: z.string(),
  })
  .meta({ id: 'OfferedTool' });
export type OfferedTool = z.infer<typeof OfferedTool>;
