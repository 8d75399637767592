import type { Tool } from '@/lib/core/blocks/tools';
import { type EditedRow, rowsOf } from './row-list';

/** A tool as authored; changing the kind removes the settings of the other kind. */
export interface EditedTool {
  kind: Tool['kind'];
  name: string;
  description: string;
  parameters: string;
  method: string;
  url: string;
  headers: EditedRow[];
  body: string;
  connectionId: string;
  only: string;
  workflowId: string;
}

export const TOOL_KINDS = [
  { value: 'request', label: 'HTTP request' },
  { value: 'mcp', label: 'MCP server' },
  { value: 'workflow', label: 'Workflow' },
] as const;

export function toolsOf(value: unknown): EditedTool[] {
  if (!Array.isArray(value)) return [];
  return value.map((given: Partial<Record<keyof EditedTool, unknown>> | null) => {
    const text = (name: keyof EditedTool) => String(given?.[name] ?? '');
    return {
      kind: TOOL_KINDS.find(({ value: kind }) => kind === given?.kind)?.value ?? 'request',
      name: text('name'),
      description: text('description'),
      parameters: text('parameters'),
      method: text('method') || 'GET',
      url: text('url'),
      headers: rowsOf(given?.headers),
      body: text('body'),
      connectionId: text('connectionId'),
      only: text('only'),
      workflowId: text('workflowId'),
    };
  });
}

/** Returns the tool to save, with only the settings of its kind. */
export function savedTool(tool: EditedTool): Record<string, unknown> {
  const { kind, name, description, parameters, method, url, headers, body, only, workflowId } = tool;
  if (kind === 'workflow') return { kind, name, description, workflowId };
  const connection = tool.connectionId === '' ? {} : { connectionId: tool.connectionId };
  return kind === 'mcp'
    ? { kind, name, url, headers, ...connection, only }
    : { kind, name, description, parameters, method, url, headers, ...connection, body };
}

export function newTool(tools: readonly EditedTool[]): EditedTool {
  const taken = new Set(tools.map(({ name }) => name));
  let number = 1;
  while (taken.has(`tool${number}`)) number += 1;
  return {
    kind: 'request',
    name: `tool${number}`,
    description: '',
    parameters: '',
    method: 'GET',
    url: '',
    headers: [],
    body: '',
    connectionId: '',
    only: '',
    workflowId: '',
  };
}

/** Returns the names of a schema's parameters, separated by spaces. */
export function parameterNames({ parameters }: Pick<EditedTool, 'parameters'>): string {
  try {
    return Object.keys(Object(JSON.parse(parameters).properties)).join(' ');
  } catch {
    return '';
  }
}
