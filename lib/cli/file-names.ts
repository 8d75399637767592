import type { WorkflowDocument } from '../core/workflow/schema';
import { isJsonObject } from '../platform/text/exact-number';

const PREFIX = 'file:';
/** Members of a block's settings that name a connection or another workflow by its id. */
const NAMING: ReadonlySet<string> = new Set(['connectionId', 'workflowId']);

/**
 * Ids differ from workspace to workspace, so in files connections and workflows are named by their own files:
 * `file:connections/maps.connection.json`.
 */
export interface FileNames {
  set(id: string, file: string): void;
  fileOf(id: string): string | undefined;
  idOf(file: string): string | undefined;
  /** Returns the document as files have it. */
  inFiles(document: WorkflowDocument): WorkflowDocument;
  /** Returns the document as the workspace has it, and the files in it that nothing in the workspace has. */
  inWorkspace(document: WorkflowDocument): { document: WorkflowDocument; missing: string[] };
}

export function fileNames(known: Iterable<readonly [id: string, file: string]> = []): FileNames {
  const files = new Map<string, string>();
  const ids = new Map<string, string>();
  const set = (id: string, file: string): void => {
    const before = files.get(id);
    if (before !== undefined) ids.delete(before);
    files.set(id, file);
    ids.set(file, id);
  };
  for (const [id, file] of known) set(id, file);
  return {
    set,
    fileOf: (id) => files.get(id),
    idOf: (file) => ids.get(file),
    inFiles: (document) =>
      mapNames(document, (text) => {
        const file = files.get(text.trim());
        return file === undefined ? text : PREFIX + file;
      }),
    inWorkspace(document) {
      const missing: string[] = [];
      const mapped = mapNames(document, (text) => {
        const file = fileNamed(text);
        const id = file === null ? undefined : ids.get(file);
        if (file !== null && id === undefined) missing.push(file);
        return id ?? text;
      });
      return { document: mapped, missing };
    },
  };
}

/** Returns the files that a document names. */
export function filesNamed(document: WorkflowDocument): string[] {
  const named: string[] = [];
  mapNames(document, (text) => {
    const file = fileNamed(text);
    if (file !== null) named.push(file);
    return text;
  });
  return named;
}

const fileNamed = (text: string): string | null =>
  text.startsWith(PREFIX) ? text.slice(PREFIX.length) : null;

function mapNames(document: WorkflowDocument, change: (text: string) => string): WorkflowDocument {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' && NAMING.has(name) ? change(member) : visit(member),
    ]);
    return Object.fromEntries(members);
  };
  const blocks = Object.entries(document.blocks).map(([id, block]) => [
    id,
    { ...block, config: visit(block.config) as typeof block.config },
  ]);
  return { ...document, blocks: Object.fromEntries(blocks) };
}
