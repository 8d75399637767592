import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { findReferences, findVariables } from '../../core/references/find-references';
import { slugOf } from '../../core/references/slug';
import type { WorkflowDocument } from '../../core/workflow/schema';

/** Returns why a text can't be the key of a workflow's starts; null if it can. */
export function whyNotKey(key: string, { blocks }: Pick<WorkflowDocument, 'blocks'>): string | null {
  const all = Object.values(blocks);
  const slugs = all.map(({ name }) => slugOf(name));
  const starting = all
    .filter(({ type }) => blockDefinitions.get(type)?.trigger !== undefined)
    .map(({ name }) => slugOf(name));
  const known = starting.map((slug) => `<${slug}.…>`).join(', ');
  if (findVariables(key, slugs).length > 0)
    return 'A key can’t use {{variables}}: they are the same for every run.';
  const references = findReferences(key, slugs);
  if (references.length === 0)
    return `This key is the same for every run. Use a value of the start: ${known || '<start.customer>'}.`;
  const late = references.find(({ slug }) => !starting.includes(slug));
  if (late === undefined) return null;
  return `<${late.head}…> isn’t known when a run starts. Use a value of what starts it: ${known || 'there is no Start block'}.`;
}
