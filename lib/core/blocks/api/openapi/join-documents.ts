import { readUrl } from '@/lib/platform/read-url';
import { isObject, type JsonObject, own } from './json-node';

export interface NamedDocument {
  name: string;
  root: unknown;
}

const FILES = 'x-files';
const MAX_STEPS = 100;

/**
 * Joins several files to one document: `main` with the others in it, and every `$ref` between them as a
 * pointer within it. References to missing files stay as written.
 */
export function joinDocuments(main: NamedDocument, others: readonly NamedDocument[]): JsonObject {
  const files: Record<string, unknown> = Object.create(null);
  for (const { name, root } of others) files[name] = root;
  const root = main.root as Record<string, unknown>;
  const set = [main, ...others];
  for (const file of set) pointReferences(file, main, set);
  root[FILES] = files;
  return root;
}

/** Changes the file, which was read for this. With YAML aliases, one object may be in several places. */
function pointReferences(file: NamedDocument, main: NamedDocument, set: readonly NamedDocument[]): void {
  const seen = new Set<object>();
  const open: unknown[] = [file.root];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    for (const inner of Object.values(node)) open.push(inner);
    const reference = own(node, '$ref');
    if (typeof reference === 'string' && isObject(node))
      (node as Record<string, unknown>).$ref = pointerFor(reference, file, main, set);
  }
}

function pointerFor(
  reference: string,
  file: NamedDocument,
  main: NamedDocument,
  set: readonly NamedDocument[],
): string {
  const hash = reference.indexOf('#');
  const address = hash === -1 ? reference : reference.slice(0, hash);
  const pointer = hash === -1 ? '' : reference.slice(hash + 1);
  const target = address === '' ? file : fileAt(address, file.name, set);
  if (target === null) return reference;
  if (holds(target.root, pointer)) return within(target, main, pointer);
  // Parts of a document that was split into files often refer to the whole.
  if (address === '' && holds(main.root, pointer)) return reference;
  return address === '' && file !== main ? `${file.name}${reference}` : reference;
}

const within = (target: NamedDocument, main: NamedDocument, pointer: string): string =>
  target === main ? `#${pointer}` : `#/${FILES}/${escapeStep(target.name)}${pointer}`;

/** Finds a file by its path from the referring one, else by a name that only one file of the set has. */
function fileAt(address: string, from: string, set: readonly NamedDocument[]): NamedDocument | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return null;
  const path = pathOf(address, from);
  const exact = set.find(({ name }) => pathOf(name, '') === path);
  if (exact !== undefined) return exact;
  const [only, ...others] = set.filter(({ name }) => lastOf(pathOf(name, '')) === lastOf(path));
  return only !== undefined && others.length === 0 ? only : null;
}

function pathOf(address: string, from: string): string {
  const [path, base] = [address, `file:///${from}`].map((text) => text.replaceAll('\\', '/'));
  const url = readUrl(path ?? '', base);
  return url === null ? address : unescaped(url.pathname);
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function holds(root: unknown, pointer: string): boolean {
  return pointer === '' || (pointer.startsWith('/') && valueAt(root, pointer.slice(1)) !== undefined);
}

/** Returns the value at a JSON pointer, given without its first slash; undefined if there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  let at = root;
  for (const step of pointer.split('/', MAX_STEPS)) at = own(at, unescapeStep(step));
  return at;
}

function unescapeStep(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
  return plain.includes('%') ? unescaped(plain) : plain;
}

const escapeStep = (step: string): string =>
  encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // The percent sign belongs to the name.
  }
}
