import { z } from 'zod';
import type { BlockDefinition, BlockExecutor, BlockResult, ExecutionContext } from '../../blocks/block';
import { defineBlock } from '../../blocks/define-block';
import { blockDefinitions } from '../../blocks/registry/definitions';
import { executors } from '../../blocks/registry/executors';
import { WorkflowDocument } from '../../workflow/schema';
import { compileWorkflow } from '../compile-workflow';
import type { RunPorts, RunRequest } from '../ports';
import { runWorkflow } from '../run-workflow';

/** A block whose behaviour the test decides: `does` names it, `value` is resolved like any field. */
const probe: BlockDefinition = defineBlock({
  synonyms: [],
  type: 'probe',
  title: 'Probe',
  description: 'Does what a test says.',
  icon: [],
  config: z.object({ does: z.string().default('echo'), value: z.string().default('') }),
  fields: [
    { name: 'does', label: 'Does', kind: 'text', references: 'none' },
    { name: 'value', label: 'Value', kind: 'value', references: 'value' },
  ],
  ports: () => [
    { id: 'out', label: 'Next', kind: 'normal' },
    { id: 'other', label: 'Other', kind: 'branch' },
    { id: 'error', label: 'Error', kind: 'error' },
  ],
  outputs: () => [
    { name: 'value', type: 'any' },
    { name: 'error', type: 'object' },
  ],
});
export const definitions = new Map([...blockDefinitions, ['probe', probe]]);

export type Doing = (context: ExecutionContext, value: unknown) => BlockResult | Promise<BlockResult>;

export const failure = (continuable: boolean): BlockResult => ({
  ok: false,
  error: { code: 'BROKEN', message: 'It broke.' },
  output: { value: null, error: { code: 'BROKEN' } },
  continuable,
});

const DOINGS: Record<string, Doing> = {
  echo: (_, value) => ({ ok: true, output: { value } }),
  fail: () => failure(false),
  'fail softly': () => failure(true),
  branch: (_, value) => ({ ok: true, output: { value }, branch: 'other' }),
  throw: () => {
    throw new Error('not for people');
  },
  warn: () => ({ ok: true, output: { value: 1 }, warnings: ['Mind the {{gap}}: s3cr3t-1'] }),
  hang: () => new Promise<never>(() => {}),
  file: (_, value) => ({
    ok: true,
    output: { value: { contentType: 'x/y', size: 3, base64: value } },
    files: [{ member: 'value', name: 'a file' }],
  }),
  key: ({ idempotencyKey }) => ({ ok: true, output: { value: idempotencyKey } }),
};

export type Line = [
  name: string,
  does?: string,
  value?: string,
  extra?: { enabled?: boolean; parentId?: string; type?: string; config?: object },
];

/** `edges`: `a>b`, or `a:port>b`. Start is always there. */
export function workflow(
  lines: Line[],
  edges: string[],
  responses: Record<string, object> = {},
): WorkflowDocument {
  const position = { x: 0, y: 0 };
  const blocks: Record<string, object> = { start: { id: 'start', type: 'start', name: 'start', position } };
  for (const [name, does, value, extra] of lines) {
    const config = { ...(does ? { does } : {}), ...(value === undefined ? {} : { value }) };
    blocks[name] = { id: name, type: 'probe', name, position, config, ...extra };
  }
  for (const [name, config] of Object.entries(responses)) {
    blocks[name] = { id: name, type: 'response', name, position, config };
  }
  return WorkflowDocument.parse({
    blocks,
    edges: edges.map((edge, index) => {
      const [from = '', target = ''] = edge.split('>');
      const [source, sourceHandle = 'out'] = from.split(':');
      return { id: `e${index}`, source, sourceHandle, target, targetHandle: 'in' };
    }),
  });
}

export interface Extras {
  doings?: Record<string, Doing>;
  ports?: Partial<RunPorts>;
  request?: Partial<RunRequest>;
}

export async function run(document: WorkflowDocument, { doings, ports, request }: Extras = {}) {
  const ran: string[] = [];
  const execute = async ({ does, value }: { does: string; value: unknown }, context: ExecutionContext) => {
    ran.push(does === 'echo' ? String(value) : does);
    const doing = { ...DOINGS, ...doings }[does];
    if (!doing) throw new Error(`Nothing is called ${does}.`);
    return doing(context, value);
  };
  let clock = Date.UTC(2026, 0, 1);
  const outcome = await runWorkflow(
    compileWorkflow(document, definitions),
    { executionId: 'x1', input: {}, ...request },
    {
      executors: new Map<string, BlockExecutor>([...executors, ['probe', execute as BlockExecutor]]),
      http: {
        request: () => Promise.reject(new Error('no block of these tests sends anything')),
        close: () => Promise.resolve(),
      },
      now: () => (clock += 5),
      variables: new Map(),
      signal: new AbortController().signal,
      ...ports,
    },
  );
  const statuses = Object.fromEntries(outcome.traceSpans.map(({ blockId, status }) => [blockId, status]));
  return { ...outcome, ran, statuses };
}

export function gate(): { wait: Promise<void>; open: () => void } {
  let open = () => {};
  const wait = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { wait, open };
}
