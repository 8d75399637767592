import type { Block, Edge, WorkflowDocument } from '../../workflow/schema';

/** How each step ended, by its key, and what it put out. */
export interface PlainRun {
  steps: Map<string, { status: string; output: unknown }>;
  /** Id of the block whose failure nothing caught; null when all went well. */
  failed: string | null;
}

type Values = ReadonlyMap<string, unknown>;

/**
 * What a run must come to, in the simplest words: one block after the other, everything copied. For documents
 * of probe blocks and containers whose failures are collected at the end of the graph they happened in.
 */
export function runPlainly(document: WorkflowDocument): PlainRun {
  const run: PlainRun = { steps: new Map(), failed: null };
  run.failed = runLevel(document, undefined, '', new Map(), run).failed;
  return run;
}

function runLevel(
  document: WorkflowDocument,
  parentId: string | undefined,
  path: string,
  around: Values,
  run: PlainRun,
): { failed: string | null; values: Values } {
  const { blocks, edges } = document;
  const here = Object.values(blocks).filter((block) => block.parentId === parentId);
  const values = new Map(around);
  const ports = new Map<string, string | null>();
  let failed: string | null = null;
  for (let left = here; left.length > 0; ) {
    const block = left.find(({ id }) => edgesInto(edges, id).every(({ source }) => ports.has(source)));
    if (!block) throw new Error('The graph has a circle.');
    left = left.filter((other) => other !== block);
    const into = edgesInto(edges, block.id);
    const begins = into.length === 0 || into.some((edge) => ports.get(edge.source) === edge.sourceHandle);
    const end: End = begins ? runOne(document, block, path, values, run) : SKIPPED;
    const { status, output } = end;
    run.steps.set(path === '' ? block.id : `${block.id}@${path}`, { status, output });
    values.set(block.name, output);
    ports.set(block.id, begins && status === 'skipped' ? 'out' : portOf(edges, block, end));
    if (status === 'error' && ports.get(block.id) === null) failed ??= block.id;
  }
  return { failed, values };
}

interface End {
  status: string;
  output: unknown;
  branch?: string;
}

const SKIPPED: End = { status: 'skipped', output: undefined };

const edgesInto = (edges: readonly Edge[], id: string): Edge[] => edges.filter(({ target }) => target === id);

/** The port that is left by; null where the way ends. */
function portOf(edges: readonly Edge[], block: Block, { status, branch }: End): string | null {
  if (status === 'skipped') return null;
  if (status === 'success') return branch ?? 'out';
  const isCaught = edges.some(({ source, sourceHandle }) => source === block.id && sourceHandle === 'error');
  return isCaught ? 'error' : null;
}

function runOne(document: WorkflowDocument, block: Block, path: string, values: Values, run: PlainRun): End {
  if (!block.enabled) return SKIPPED;
  if (block.type === 'start') return { status: 'success', output: {} };
  if (block.type === 'probe') {
    const { does } = block.config;
    if (does === 'fail') return { status: 'error', output: { value: null, error: { code: 'BROKEN' } } };
    const output = { value: resolvedText(String(block.config.value), values) };
    return does === 'branch' ? { status: 'success', output, branch: 'other' } : { status: 'success', output };
  }
  const { count, onError } = block.config as { count: number; onError: string };
  const results: unknown[] = [];
  const errors: unknown[] = [];
  for (let index = 0; index < count; index += 1) {
    const inside = new Map([...values, [block.type, { index, item: index }], [block.name, { index }]]);
    const inner = `${path === '' ? '' : `${path}/`}${block.id}:${index}`;
    const { failed, values: after } = runLevel(document, block.id, inner, inside, run);
    if (failed === null) {
      results.push(resolvedText(String(block.config.result), after));
      continue;
    }
    results.push(null);
    errors.push(index);
    if (onError === 'stop') return { status: 'error', output: { results, errors, count: results.length } };
  }
  return { status: 'success', output: { results, errors, count } };
}

/** Texts hold references of the form <name.member?>; what isn't there is nothing. */
function resolvedText(text: string, values: Values): string {
  return text.replace(/<([a-z0-9]+)\.([a-z]+)\?>/g, (_, name: string, member: string) => {
    const value = (values.get(name) as Record<string, unknown> | undefined)?.[member];
    if (value === undefined || value === null) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}
