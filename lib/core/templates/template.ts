import { SCHEMA_VERSION } from '../workflow/migrate-document';
import type { Block, Edge, WorkflowDocument } from '../workflow/schema';

export const TEMPLATE_CATEGORIES = {
  data: 'Data and sync',
  reliability: 'Retries and limits',
  webhooks: 'Webhooks',
  people: 'People and approvals',
  ai: 'AI',
  monitoring: 'Monitoring',
} as const;
export type TemplateCategory = keyof typeof TEMPLATE_CATEGORIES;

/** A variable that the template's blocks name. */
export interface NeededVariable {
  name: string;
  /** A description of its value. */
  about: string;
  /** An example of a value, for variables that are no secret. */
  example: string;
  secret: boolean;
}

/** An object of the workspace that a block names by its id, in the config member at `path`. */
interface Place {
  blockId: string;
  path: readonly string[];
}

export interface NeededConnection extends Place {
  about: string;
}

/** A workflow that is made beside this one, for a block that calls it. */
export interface NeededWorkflow extends Place {
  name: string;
  about: string;
  document: WorkflowDocument;
}

/** A workflow to begin with: it does something useful once its needs are filled. */
export interface WorkflowTemplate {
  id: string;
  name: string;
  /** One or two sentences on what it does, and what for. */
  about: string;
  category: TemplateCategory;
  /** Other words to find it by. */
  words: readonly string[];
  variables: readonly NeededVariable[];
  connection?: NeededConnection;
  workflow?: NeededWorkflow;
  document: WorkflowDocument;
}

/** A block as templates write it, under its id. */
export interface TemplateBlock {
  type: string;
  /** Column and row on the canvas, or inside its container. */
  at: readonly [column: number, row: number];
  /** Id of its container. */
  in?: string;
  config: Record<string, unknown>;
}

const COLUMN_PX = 272;
const ROW_PX = 192;
/** The offset of the first block inside from its container's corner. */
const INSIDE_PX = { x: 24, y: 88 };

/**
 * Builds a document. `edges`: `orders > totals` from port `out`, `orders:error > alert` from another.
 * The name of a block is its id with spaces for `_`.
 */
export function documentOf(
  blocks: Readonly<Record<string, TemplateBlock>>,
  edges: readonly string[],
): WorkflowDocument {
  return {
    schemaVersion: SCHEMA_VERSION,
    blocks: Object.fromEntries(Object.entries(blocks).map(([id, block]) => [id, blockOf(id, block)])),
    edges: edges.map((edge, index) => edgeOf(edge, `e${index + 1}`)),
    loops: {},
    parallels: {},
  };
}

function blockOf(id: string, { type, at: [column, row], in: parentId, config }: TemplateBlock): Block {
  const from = parentId === undefined ? { x: 0, y: 0 } : INSIDE_PX;
  return {
    id,
    type,
    name: id.replaceAll('_', ' '),
    enabled: true,
    config,
    position: { x: from.x + Math.round(column * COLUMN_PX), y: from.y + Math.round(row * ROW_PX) },
    ...(parentId === undefined ? {} : { parentId }),
  };
}

function edgeOf(edge: string, id: string): Edge {
  const [from = '', target = ''] = edge.split(' > ');
  const [source = '', sourceHandle = 'out'] = from.split(':');
  return { id, source, sourceHandle, target, targetHandle: 'in' };
}

/** Builds a text beside the blocks that says how it works and what to change. */
export const note = (text: string, at: TemplateBlock['at'] = [0, -1]): TemplateBlock => ({
  type: 'note',
  at,
  config: { text },
});

/** Builds an address or another setting, readable by the workspace's members. */
export const plain = (name: string, about: string, example: string): NeededVariable => ({
  name,
  about,
  example,
  secret: false,
});

export const secret = (name: string, about: string): NeededVariable => ({
  name,
  about,
  example: '',
  secret: true,
});

export const jsonBody = (value: string) => ({ kind: 'json', value });
export const bearer = (token: string) => ({ kind: 'bearer', token });
