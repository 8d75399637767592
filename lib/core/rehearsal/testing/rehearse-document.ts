import { setImmediate as turn } from 'node:timers/promises';
import type { OutboundClient } from '../../../platform/outbound-http/contract';
import { readUrl } from '../../../platform/read-url';
import type { CodeRunner } from '../../../platform/sandbox/contract';
import { blockDefinitions } from '../../blocks/registry/definitions';
import { executors } from '../../blocks/registry/executors';
import { compileWorkflow } from '../../engine/compile-workflow';
import { runWorkflow } from '../../engine/run-workflow';
import type { RecordedRun } from '../../replay/recorded-run';
import { WorkflowDocument } from '../../workflow/schema';
import { planRehearsal, type RehearsalOptions, type RehearsalPlan } from '../plan-rehearsal';
import type { RehearsedCase } from '../rehearsal-shape';
import { rehearseCase } from '../rehearse-case';

const position = { x: 0, y: 0 };

/** Blocks by id, and edges such as `fetch:error>apologise`. The Start block is there already. */
export function documentOf(
  blocks: Record<string, [type: string, config: object]>,
  edges: readonly string[],
): WorkflowDocument {
  const all = { start: ['start', {}] as [string, object], ...blocks };
  return WorkflowDocument.parse({
    blocks: Object.fromEntries(
      Object.entries(all).map(([id, [type, config]]) => [id, { id, type, name: id, position, config }]),
    ),
    edges: edges.map((edge, index) => {
      const [from = '', target] = edge.split('>');
      const [source, sourceHandle = 'out'] = from.split(':');
      return { id: `e${index}`, source, sourceHandle, target };
    }),
  });
}

/** Answers by path with JSON; counts the requests. */
export function answering(byPath: Readonly<Record<string, unknown>>): OutboundClient & { count: number } {
  return {
    count: 0,
    close: () => Promise.resolve(),
    request(request) {
      this.count += 1;
      const data = byPath[readUrl(request.url)?.pathname ?? ''];
      const response = {
        status: data === undefined ? 404 : 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(data ?? { error: 'Not found' })),
        truncated: false,
        url: request.url,
        cookies: {},
        isRateLimited: false,
        retryAfterMs: null,
        timing: { dnsMs: 0, connectMs: 0, tlsMs: 0, firstByteMs: 0, downloadMs: 0 },
      };
      return Promise.resolve({ response, error: null, attempts: [] });
    },
  };
}

interface RecordPorts {
  http: OutboundClient;
  code: CodeRunner;
  variables?: ReadonlyMap<string, string>;
}

/** Runs a document once, and returns its record with what rehearsals of it need. */
export async function recordDocument(
  document: WorkflowDocument,
  { http, code, variables = new Map() }: RecordPorts,
) {
  const compiled = compileWorkflow(document, blockDefinitions);
  let clock = Date.UTC(2026, 0, 1);
  const { signal } = new AbortController();
  const outcome = await runWorkflow(
    compiled,
    { executionId: 'x1', input: {} },
    { executors, code, variables, signal, http, now: () => (clock += 5) },
  );
  const recorded: RecordedRun = {
    executionId: 'x1',
    wholes: new Map(),
    output: outcome.loggedOutput,
    spans: structuredClone(outcome.traceSpans),
    error: outcome.error as RecordedRun['error'],
  };
  const ports = {
    executors,
    definitions: blockDefinitions,
    code,
    turn: () => turn(),
    variables,
    plainVariables: new Set<string>(),
    signal,
  };
  return { compiled, recorded, ports, outcome };
}

/** Rehearses all cases of a document that was run once. */
export async function rehearseDocument(
  document: WorkflowDocument,
  record: Parameters<typeof recordDocument>[1],
  options: Partial<RehearsalOptions> = {},
): Promise<{ plan: RehearsalPlan; cases: RehearsedCase[] }> {
  const { compiled, recorded, ports } = await recordDocument(document, record);
  const plan = await planRehearsal(compiled, recorded, ports, { seed: 1, mostCases: 400, ...options });
  const cases: RehearsedCase[] = [];
  for (const planned of plan.cases) cases.push((await rehearseCase(plan, planned)).rehearsed);
  return { plan, cases };
}
