import { z } from 'zod';
import type { HiddenValues } from '../../core/assistant/hidden-values';
import { AppError } from '../../platform/errors';
import type { Actor, Scope } from '../access/actor';
import { findWorkflow } from '../workflows/find-workflow';

const MOST_ISSUES = 8;

/** Who calls a tool, and where. */
export interface ToolContext {
  actor: Actor;
  workspaceId: string;
  signal: AbortSignal;
  /** Set by a tool that knows what must not be told: then refusals hide it too. */
  hidden?: HiddenValues;
}

export interface ToolAnswer {
  text: string;
  /** The same in short, for programs. */
  facts?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface ManagementTool {
  name: string;
  description: string;
  /** What a key needs beside `workflows:propose`. */
  scopes: readonly Scope[];
  /** True if it replays runs. */
  isCostly: boolean;
  inputSchema: object;
  /** @throws AppError */
  run(context: ToolContext, args: unknown): Promise<ToolAnswer>;
}

interface Definition<Input extends z.ZodType> {
  name: string;
  description: string;
  scopes?: readonly Scope[];
  isCostly?: boolean;
  input: Input;
  run(context: ToolContext, input: z.output<Input>): Promise<ToolAnswer>;
}

/** Defines a tool: its arguments are checked before it runs. */
export function defineTool<Input extends z.ZodType>({
  input,
  run,
  scopes = [],
  isCostly = false,
  ...about
}: Definition<Input>): ManagementTool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return {
    ...about,
    scopes,
    isCostly,
    inputSchema,
    run: async (context, args) => {
      const read = input.safeParse(args);
      if (read.success) return run(context, read.data);
      const issues = read.error.issues
        .slice(0, MOST_ISSUES)
        .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`));
      throw new AppError('invalid_request', `The arguments are invalid: ${issues.join('; ')}.`);
    },
  };
}

const Id = z.string().max(100);
export const OfWorkflow = { workflow_id: Id.describe('From list_workflows.') };
export const OfProposal = { ...OfWorkflow, proposal_id: Id.describe('From propose_change.') };

/** Returns a workflow of this workspace: those of others don't exist here. @throws AppError not_found */
export async function workflowHere({ actor, workspaceId }: ToolContext, id: string) {
  const workflow = await findWorkflow(actor, id, 'reader');
  if (workflow.workspaceId !== workspaceId) throw new AppError('not_found', 'Workflow not found.');
  return workflow;
}
