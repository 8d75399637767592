import { isJsonObject } from '../../platform/text/exact-number';

/** How the exported workflows of other tools are recognised. */
const TOOLS: ReadonlyArray<readonly [tool: string, isOf: (json: unknown) => boolean]> = [
  ['n8n', (json) => isJsonObject(json) && Array.isArray(json.nodes) && isJsonObject(json.connections)],
  ['Node-RED', (json) => Array.isArray(json) && json.some((node) => isJsonObject(node) && 'wires' in node)],
  ['Make', (json) => isJsonObject(json) && Array.isArray(json.flow) && isJsonObject(json.metadata)],
  ['Zapier', (json) => isJsonObject(json) && Array.isArray(json.zaps)],
];

/** Says that an exported workflow is another tool's, and what to do; null for any other JSON. */
export function explainForeignWorkflow(json: unknown): string | null {
  const [tool] = TOOLS.find(([, isOf]) => isOf(json)) ?? [];
  return tool === undefined
    ? null
    : `is a workflow of ${tool}, which Millrace can’t read. The guide “Coming from n8n, Postman or Sim” says what its parts are called here.`;
}
