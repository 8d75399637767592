import type { Block, Edge, WorkflowDocument } from '../../workflow/schema';

/** The end and output of each step, by its key. */
export interface PlainRun {
  steps: Map<string, { status: string; output: unknown }>;
  /** Id of the block whose failure nothing caught; null if all went well. */
  failed: string | null;
}

type Values = ReadonlyMap<string, unknown>;

/** Documents by the id that the blocks which call them name. */
export type CalledDocuments = ReadonlyMap<string, WorkflowDocument>;

/** The workflow that is run, with its results so far. */
interface Running extends PlainRun {
  document: WorkflowDocument;
  called: CalledDocuments;
}

/** Returns the URL of the page of a wait. */
export const linkOf = (step: string): string => `https://here/${step}`;

const keyOf = (block: Block, path: string): string => (path === '' ? block.id : `${block.id}@${path}`);

/**
 * Computes the expected result of a run in the simplest way: one block after the other, everything
 * copied. For documents of probe blocks, waits that end as their titles say, called workflows, and
 * containers whose failures are collected at the end of the graph they happened in. The keys of a called
 * workflow's steps begin with that of the calling step: `call>b0`.
 */
export function runPlainly(document: WorkflowDocument, called: CalledDocuments = new Map()): PlainRun {
  const run: Running = { document, called, steps: new Map(), failed: null };
  run.failed = runLevel(undefined, '', new Map(), run).failed;
  return run;
}

function runLevel(
  parentId: string | undefined,
  path: string,
  around: Values,
  run: Running,
): { failed: string | null; values: Values } {
  const { blocks, edges } = run.document;
  const here = Object.values(blocks).filter((block) => block.parentId === parentId);
  const values = new Map(around);
  const ports = new Map<string, readonly string[]>();
  let failed: string | null = null;
  for (let left = here; left.length > 0; ) {
    const block = left.find(({ id }) => edgesInto(edges, id).every(({ source }) => ports.has(source)));
    if (!block) throw new Error('The graph has a circle.');
    left = left.filter((other) => other !== block);
    const into = edgesInto(edges, block.id);
    const begins =
      into.length === 0 || into.some((edge) => ports.get(edge.source)?.includes(edge.sourceHandle));
    const end: End = begins ? runOne(block, path, values, run) : SKIPPED;
    const { status, output } = end;
    run.steps.set(keyOf(block, path), { status, output });
    values.set(block.name, output);
    ports.set(block.id, begins && status === 'skipped' ? [mainPort(block)] : portsOf(edges, block, end));
    if (status === 'error' && ports.get(block.id)?.length === 0) failed ??= block.id;
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

const asks = ({ type, config }: Block): boolean => type === 'wait' && config.kind !== 'duration';

/** Returns the port where a run passes a disabled block. */
const mainPort = (block: Block): string =>
  asks(block) && block.config.kind === 'approval' ? 'approved' : 'out';

/** Returns the ports where the run continues; none where the path ends. */
function portsOf(edges: readonly Edge[], block: Block, { status, branch }: End): readonly string[] {
  if (status === 'skipped') return [];
  if (status === 'success') return [branch ?? 'out', ...(asks(block) ? ['waiting'] : [])];
  const isCaught = edges.some(({ source, sourceHandle }) => source === block.id && sourceHandle === 'error');
  return isCaught ? ['error'] : [];
}

function runOne(block: Block, path: string, values: Values, run: Running): End {
  if (!block.enabled) return SKIPPED;
  if (block.type === 'start') return { status: 'success', output: {} };
  if (block.type === 'wait') return waitEnd(block, keyOf(block, path));
  if (block.type === 'workflow') return calledEnd(block, keyOf(block, path), run);
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
    const { failed, values: after } = runLevel(block.id, inner, inside, run);
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

function waitEnd(block: Block, step: string): End {
  const { kind, title } = block.config;
  if (!asks(block)) return { status: title === 'badly' ? 'error' : 'success', output: {} };
  const url = linkOf(step);
  if (title === 'never')
    return { status: 'success', output: { url, decision: null, data: null }, branch: 'expired' };
  const decision = kind === 'callback' ? null : title === 'well' ? 'approved' : 'rejected';
  return {
    status: 'success',
    output: { url, decision, data: { step } },
    ...(decision === null ? {} : { branch: decision }),
  };
}

function calledEnd(block: Block, step: string, { called, steps }: Running): End {
  const document = called.get(String(block.config.workflowId));
  if (!document) throw new Error('The called workflow is not there.');
  const child = runPlainly(document, called);
  for (const [key, value] of child.steps) steps.set(`${step}>${key}`, value);
  const status = child.failed === null ? 'success' : 'error';
  return { status, output: { status } };
}

/** Resolves references of the form <name.member?>; missing values become empty text. */
function resolvedText(text: string, values: Values): string {
  return text.replace(/<([a-z0-9]+)\.([a-z]+)\?>/g, (_, name: string, member: string) => {
    const value = (values.get(name) as Record<string, unknown> | undefined)?.[member];
    if (value === undefined || value === null) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}
