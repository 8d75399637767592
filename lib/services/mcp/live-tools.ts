import type { InputField, InputType } from '../../core/blocks/start/input-field';
import { runInputs } from '../../core/workflow/run-inputs';
import { pool } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { reachableWorkflows } from '../access/key-limits';
import { type RunnableWorkflow, runnableVersions } from '../runs/compiled/runnable-workflow';

/** A workflow that clients may call now. */
export interface LiveTool {
  name: string;
  description: string;
  workflow: RunnableWorkflow;
  inputs: readonly InputField[];
}

interface Row {
  workflow_id: string;
  name: string;
  description: string;
  workflow_name: string;
  workflow_description: string;
}

const READ_TOOLS = `
SELECT t.workflow_id, t.name, t.description, w.name AS workflow_name, w.description AS workflow_description
FROM workflow_tool t JOIN workflow w ON w.id = t.workflow_id
WHERE t.workspace_id = $1 AND ($2::text IS NULL OR t.name = $2)
  AND ($3::uuid[] IS NULL OR t.workflow_id = ANY ($3))
  AND w.deleted_at IS NULL AND w.live_version IS NOT NULL
ORDER BY t.name`;

/** Lists tools by name; unpublished ones, and those that the actor doesn't reach, are left out. */
export async function liveTools(
  actor: Actor,
  workspaceId: string,
  name: string | null = null,
): Promise<LiveTool[]> {
  const { rows } = await pool().query<Row>({
    name: 'read-tools',
    text: READ_TOOLS,
    values: [workspaceId, name, reachableWorkflows(actor, undefined) ?? null],
  });
  const tools: LiveTool[] = [];
  for (const row of rows) {
    const workflow = await (await runnableVersions(row.workflow_id))?.choose('live');
    if (!workflow) continue; // unpublished, or deleted, a moment ago
    const description = row.description || row.workflow_description || `Runs “${row.workflow_name}”.`;
    const inputs = runInputs(workflow.compiled.document);
    tools.push({ name: row.name, description, workflow, inputs });
  }
  return tools;
}

/** What clients and providers require of these types; they allow everything. */
const MEMBERS: Readonly<Partial<Record<InputType, object>>> = {
  array: { items: {} },
  object: { properties: {} },
};

/** Returns the tool's entry in `tools/list`. */
export function describeTool({ name, description, inputs }: LiveTool): object {
  const properties = inputs.map(({ name: input, type, description: text, default: preset }) => [
    input,
    {
      type,
      ...MEMBERS[type],
      ...(text && { description: text }),
      ...((preset ?? null) !== null && { default: preset }),
    },
  ]);
  const required = inputs
    .filter((input) => input.required && (input.default ?? null) === null)
    .map((input) => input.name);
  return {
    name,
    description,
    inputSchema: { type: 'object', properties: Object.fromEntries(properties), required },
  };
}
