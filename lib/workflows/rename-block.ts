import { type BlockDefinitions, blockDefinitions } from '../blocks/definitions';
import { renameReferences } from '../engine/references/rename-references';
import { slugOf } from '../engine/references/slug';
import type { Block, WorkflowDocument } from './schema';

/** The document with a block renamed and every reference to it following. Blocks that don't change stay the same objects. */
export function renameBlock(
  document: WorkflowDocument,
  blockId: string,
  name: string,
  definitions: BlockDefinitions = blockDefinitions,
): WorkflowDocument {
  const renamed = document.blocks[blockId];
  if (!renamed || renamed.name === name) return document;
  const from = slugOf(renamed.name);
  const to = slugOf(name);
  const slugs = Object.values(document.blocks).map((block) => slugOf(block.name));
  const follow = (text: string) => (from === to ? text : renameReferences(text, from, to, slugs));
  const blocks = Object.entries(document.blocks).map(([id, block]) => {
    const followed = followIn(block, definitions, follow);
    return [id, id === blockId ? { ...followed, name } : followed] as const;
  });
  return { ...document, blocks: Object.fromEntries(blocks) };
}

/** Only fields that know references: elsewhere the same characters are plain text. */
function followIn(block: Block, definitions: BlockDefinitions, follow: (text: string) => string): Block {
  let config = block.config;
  for (const { name, references } of definitions.get(block.type)?.fields ?? []) {
    if (references === 'none' || !Object.hasOwn(block.config, name)) continue;
    const value = mapTexts(block.config[name], follow);
    if (value !== block.config[name]) config = { ...config, [name]: value };
  }
  return config === block.config ? block : { ...block, config };
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    const mapped = value.map((item) => mapTexts(item, change));
    return mapped.some((item, index) => item !== value[index]) ? mapped : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, item, mapTexts(item, change)] as const);
  if (entries.every(([, before, after]) => before === after)) return value;
  return Object.fromEntries(entries.map(([key, , after]) => [key, after]));
}
