import { writeJson } from '../../platform/text/json-text';
import { endsOf } from '../assistant/block-catalog';
import { blockDefinitions } from '../blocks/registry/definitions';
import type { Block, WorkflowDocument } from '../workflow/schema';

const MAX_CHARACTERS = 160_000;
const LEFT_OUT = 'settings left out, because the workflow is large: leave them as they are';

/**
 * Writes a document for readers that are no programs: a paragraph for each block, with its connections and its
 * settings as JSON. Blocks that don't fit are named without their settings. Hide secrets first.
 */
export function workflowText(document: WorkflowDocument): string {
  const parts: string[] = [];
  let left = MAX_CHARACTERS;
  for (const block of Object.values(document.blocks)) {
    const settings = settingLines(block);
    left -= settings.length;
    parts.push([headOf(block, document), ...(left >= 0 ? [settings] : [`  (${LEFT_OUT})`])].join('\n'));
  }
  const { settings } = document;
  if (settings !== undefined) parts.push(`Settings of the workflow: ${writeJson(settings)}`);
  return parts.length === 0 ? 'It has no blocks.' : parts.join('\n');
}

function headOf(block: Block, { edges }: WorkflowDocument): string {
  const { id, name, type, enabled, parentId } = block;
  const facts = [
    `id ${id}`,
    `type ${type}`,
    ...(parentId === undefined ? [] : [`inside ${parentId}`]),
    ...(enabled ? [] : ['disabled']),
  ];
  const after = edges.filter(({ target }) => target === id).map(portOf);
  const lines = [`${name} (${facts.join(', ')})`];
  if (after.length > 0) lines.push(`  after: ${after.join(', ')}`);
  const definition = blockDefinitions.get(type);
  const { ports = [] } = definition === undefined ? {} : endsOf(definition, block.config);
  if (ports.length > 0) lines.push(`  ports: ${ports.join(', ')}`);
  return lines.join('\n');
}

const portOf = ({ source, sourceHandle }: { source: string; sourceHandle: string }): string =>
  sourceHandle === 'out' ? source : `${source} (${sourceHandle})`;

const settingLines = ({ config }: Block): string =>
  Object.entries(config)
    .map(([field, value]) => `  ${field} = ${writeJson(value ?? null)}`)
    .join('\n');
