import { parseExact } from '../../platform/text/exact-number';
import { isNestedTooDeeply } from '../../platform/text/json-depth';
import { writeJson } from '../../platform/text/json-text';
import { explainForeignWorkflow } from './foreign-workflow';
import { type Block, type Edge, WorkflowDescription, WorkflowDocument, WorkflowName } from './schema';
import { TOO_DEEP, withSortedKeys } from './sorted-keys';

const sorted = (value: unknown): unknown => withSortedKeys(value, 'The workflow');

/** The content of an exported file: enough to create the workflow again, here or elsewhere. */
export interface WorkflowFile {
  name: string;
  /** Undefined if the file doesn't mention it. */
  description?: string;
  document: WorkflowDocument;
}

/**
 * Writes the text of a workflow's file: the same workflow is always the same text, so that only changes
 * show in a diff. One member a line, blocks and connections by id, positions in whole pixels, a newline
 * at the end.
 * @throws Error in words for one that no reader would accept
 */
export function printWorkflowFile({ name, description = '', document }: WorkflowFile): string {
  const { schemaVersion, settings, blocks, edges, ...others } = document;
  const ids = Object.keys(blocks).toSorted();
  const written = {
    name,
    description,
    document: {
      schemaVersion,
      settings: sorted(settings),
      blocks: Object.fromEntries(ids.map((id) => [id, blockLines(blocks[id] as Block)])),
      edges: edges.toSorted((a, b) => compare(a.id, b.id)).map(edgeLines),
      ...(sorted(others) as object),
    },
  };
  return `${writeJson(written, null, 2)}\n`;
}

/** Reads an exported file, or a bare document as stored in git. @throws Error in words if it is neither */
export function parseWorkflowFile(text: string, fileName: string): WorkflowFile {
  const parsed = parseJson(text, fileName);
  const wrapped = typeof parsed === 'object' && parsed !== null && 'document' in parsed ? parsed : undefined;
  const document = WorkflowDocument.safeParse(wrapped?.document ?? withoutSchema(parsed));
  if (!document.success) {
    const [issue] = document.error.issues;
    if (issue?.path[0] === 'schemaVersion') throw new Error(`${fileName}: ${issue.message}`);
    const foreign = explainForeignWorkflow(parsed);
    if (foreign !== null) throw new Error(`${fileName} ${foreign}`);
    const at = issue?.path.join('.') || 'the top level';
    throw new Error(`${fileName} is not a workflow: at ${at}: ${issue?.message ?? 'unknown shape'}`);
  }
  const named = WorkflowName.safeParse(wrapped && 'name' in wrapped ? wrapped.name : undefined);
  const fallback = fileName.replace(/\.json$/i, '').slice(0, 120) || 'Imported workflow';
  const name = named.success ? named.data : fallback;
  return { name, ...describedIn(wrapped, fileName), document: document.data };
}

/** A bare document may name its JSON Schema for editors. */
function withoutSchema(parsed: unknown): unknown {
  if (typeof parsed !== 'object' || parsed === null || !('$schema' in parsed)) return parsed;
  const { $schema: _, ...document } = parsed;
  return document;
}

function parseJson(text: string, fileName: string): unknown {
  if (isNestedTooDeeply(text)) throw new Error(`${fileName} ${TOO_DEEP}`);
  try {
    return parseExact(text);
  } catch {
    throw new Error(`${fileName} is not JSON.`);
  }
}

function describedIn(wrapped: object | undefined, fileName: string): { description?: string } {
  if (wrapped === undefined || !('description' in wrapped)) return {};
  const description = WorkflowDescription.safeParse(wrapped.description);
  if (description.success) return { description: description.data };
  throw new Error(`${fileName}: description: ${description.error.issues[0]?.message}`);
}

function blockLines({ id, type, name, enabled, parentId, position, size, config, outputs }: Block) {
  return {
    id,
    type,
    name,
    enabled,
    parentId,
    position: { x: wholePixels(position.x), y: wholePixels(position.y) },
    size: size && { width: wholePixels(size.width), height: wholePixels(size.height) },
    config: sorted(config),
    outputs: sorted(outputs),
  };
}

const edgeLines = ({ id, source, sourceHandle, target, targetHandle }: Edge) => ({
  id,
  source,
  sourceHandle,
  target,
  targetHandle,
});

/** Rounds to whole pixels, never -0, which JSON doesn't know. */
const wholePixels = (pixels: number): number => Math.round(pixels) + 0;

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
