import type { WorkflowDocument } from '../workflow/schema';
import type { WorkflowTemplate } from './template';

/** Ids that were chosen or made for a template's needs; a gap is left if there is none. */
export interface TemplateChoices {
  connectionId?: string;
  workflowId?: string;
}

/** Returns the template's document with these ids filled in. */
export function fillTemplate(
  { document, connection, workflow }: Pick<WorkflowTemplate, 'document' | 'connection' | 'workflow'>,
  { connectionId, workflowId }: TemplateChoices,
): WorkflowDocument {
  const connected = fill(document, connection, connectionId);
  return fill(connected, workflow, workflowId);
}

function fill(
  document: WorkflowDocument,
  place: WorkflowTemplate['connection'],
  id: string | undefined,
): WorkflowDocument {
  const block = place && document.blocks[place.blockId];
  if (place === undefined || block === undefined || id === undefined) return document;
  const config = withMember(block.config, place.path, id) as Record<string, unknown>;
  return { ...document, blocks: { ...document.blocks, [block.id]: { ...block, config } } };
}

function withMember(value: unknown, [key, ...rest]: readonly string[], id: string): unknown {
  if (key === undefined) return id;
  const members = value as Record<string, unknown>;
  return { ...members, [key]: withMember(members[key], rest, id) };
}
