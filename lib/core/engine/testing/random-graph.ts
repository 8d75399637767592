import { WorkflowDocument } from '../../workflow/schema';
import type { CalledDocuments } from './plain-interpreter';

export type Kind = 'probe' | 'loop' | 'parallel' | 'wait' | 'workflow';

/** A part of a random graph: a block with its incoming connections. */
export interface Part {
  kind: Kind;
  does: string;
  enabled: boolean;
  count: number;
  onError: string;
  concurrency: number;
  wait: { kind: 'duration' | 'callback' | 'approval'; end: string };
  /** The earlier blocks of its level that lead to it, each with the port. */
  from: ReadonlyArray<readonly [number, string]>;
  /** The members of a container, or the blocks of a called workflow. */
  inside: readonly Part[];
}

export interface RandomGraph {
  document: WorkflowDocument;
  /** The workflows that it calls, and those that they call. */
  called: CalledDocuments;
}

type Added = { type: Kind; config: { kind?: string } };

/** Returns the port of the block that is closest to the wanted one. */
function portOf({ type, config }: Added, wanted: string): string {
  if (wanted === 'error') return wanted;
  if (type === 'probe' && wanted === 'other') return wanted;
  if (type !== 'wait' || config.kind === 'duration') return 'out';
  if (wanted === 'expired' || wanted === 'waiting') return wanted;
  if (config.kind === 'callback') return 'out';
  return wanted === 'other' ? 'rejected' : 'approved';
}

const MEMBER: Readonly<Record<Kind, string>> = {
  probe: 'value',
  loop: 'results',
  parallel: 'results',
  workflow: 'status',
  // While a wait lasts, blocks behind its port see only the link.
  wait: 'data',
};

/** Builds a document of such parts; every probe's text names the blocks before it and its iterations. */
export function graphOf(parts: readonly Part[], called = new Map<string, WorkflowDocument>()): RandomGraph {
  const position = { x: 0, y: 0 };
  const blocks: Record<string, object> = { start: { id: 'start', type: 'start', name: 'start', position } };
  const edges: object[] = [];
  let count = 0;
  const added = (id: string) => blocks[id] as Added;
  const configOf = (one: Part, id: string, before: readonly string[]): object => {
    if (one.kind === 'probe') return { does: one.does, value: `${id} ${before.join(' ')}` };
    if (one.kind === 'wait')
      return { kind: one.wait.kind, title: one.wait.end, amount: one.wait.end === 'badly' ? 'soon' : 1 };
    if (one.kind === 'workflow') {
      const workflowId = `w${called.size}`;
      // It takes its place before the workflows that it calls.
      called.set(workflowId, WorkflowDocument.parse({ blocks: {}, edges: [] }));
      called.set(workflowId, graphOf(one.inside, called).document);
      return { workflowId };
    }
    const inner = `<${one.kind}.index?>`;
    const inside = add(one.inside, id, [...before, inner]).filter((member) => !isContainer(added(member)));
    const results = inside.map((member) => `<${member}.${MEMBER[added(member).type]}?>`);
    return {
      kind: 'count',
      count: one.count,
      onError: one.onError,
      result: `r ${inner} ${results.join(' ')}`,
      // With several at the same time, chance decides how many begin before one fails.
      ...(one.kind === 'parallel' ? { concurrency: one.onError === 'stop' ? 1 : one.concurrency } : {}),
    };
  };
  const add = (level: readonly Part[], parentId: string | undefined, seen: readonly string[]): string[] => {
    const ids: string[] = [];
    for (const one of level) {
      const id = `b${count}`;
      count += 1;
      const before = [...seen];
      const into = new Set<string>();
      for (const [at, wanted] of ids.length === 0 ? [] : one.from) {
        const source = ids[at % ids.length] as string;
        const port = portOf(added(source), wanted);
        if (into.has(`${source} ${port}`)) continue;
        into.add(`${source} ${port}`);
        edges.push({ id: `e${edges.length}`, source, sourceHandle: port, target: id });
        before.push(`<${source}.${port === 'waiting' ? 'url' : MEMBER[added(source).type]}?>`);
      }
      if (into.size === 0 && parentId === undefined)
        edges.push({ id: `e${edges.length}`, source: 'start', target: id });
      const common = { id, name: id, position, enabled: one.enabled, ...(parentId ? { parentId } : {}) };
      blocks[id] = { ...common, type: one.kind, config: {} };
      blocks[id] = { ...common, type: one.kind, config: configOf(one, id, before) };
      ids.push(id);
    }
    return ids;
  };
  add(parts, undefined, []);
  return { document: WorkflowDocument.parse({ blocks, edges }), called };
}

const isContainer = ({ type }: Added) => type === 'loop' || type === 'parallel';
