import { compileField, emptyScope } from '../../lib/core/blocks/compile-field';
import type { ReferenceContext } from '../../lib/core/blocks/field';
import { executors } from '../../lib/core/blocks/registry/executors';
import { compileWorkflow } from '../../lib/core/engine/compile-workflow';
import type { RunPorts } from '../../lib/core/engine/ports';
import { runWorkflow } from '../../lib/core/engine/run-workflow';
import { prepareSingleBlock, runSingleBlock } from '../../lib/core/engine/single-block';
import { knownHeads } from '../../lib/core/references/find-references';
import { ResolveError } from '../../lib/core/references/resolve-error';
import { slugOf } from '../../lib/core/references/slug';
import { WorkflowDocument } from '../../lib/core/workflow/schema';
import { parseAllowList } from '../../lib/platform/addresses/allow-list';
import { createModelClient } from '../../lib/platform/models/model-client';
import { type ModelServerRequest, startModelServer } from '../../lib/platform/models/testing/model-server';
import type { ScriptedAnswer } from '../../lib/platform/models/testing/scripted-answer';
import { createOutboundClient } from '../../lib/platform/outbound-http/client';
import { createSandbox } from '../../lib/platform/sandbox/sandbox';
import { startGuideShop } from './guide-shop';

/** Outputs of blocks by name, and `variable` for those of a Variables block. */
type Values = Readonly<Record<string, unknown>>;

export interface GuideBench {
  variables: readonly string[];
  run(document: WorkflowDocument, input: Values): ReturnType<typeof runWorkflow>;
  /** Resolves the text of a field; returns the code of the error if that fails. */
  resolve(context: ReferenceContext, text: string, values: Values): unknown;
  /** Evaluates an expression in code. */
  evaluate(expression: string, values: Values): Promise<unknown>;
  close(): Promise<void>;
}

/** Classifies its input; with a tool it first looks up the order. */
function scriptModel({ json }: ModelServerRequest): ScriptedAnswer {
  const { tools, messages } = json as { tools?: unknown[]; messages: Array<{ role: string }> };
  if (tools === undefined) return { text: '{"kind": "complaint", "urgent": true}' };
  if (messages.some(({ role }) => role === 'tool')) return { text: 'Ada ordered A-17 and B-02.' };
  return { toolCalls: [{ name: 'find_order', arguments: { number: '1001' } }] };
}

/** Starts all requirements of the guides' examples. */
export async function startGuideBench(): Promise<GuideBench> {
  const shop = await startGuideShop();
  const models = await startModelServer(scriptModel);
  const sandbox = createSandbox({ threads: 1 });
  const http = createOutboundClient({ allow: parseAllowList('127.0.0.1') });
  const variables = new Map([
    ['MILLRACE_URL', shop.origin],
    ['SHOP_URL', shop.origin],
    ['SHOP_TOKEN', 'a-token-of-the-shop'],
    ['HOOK_SECRET', 'a-secret-of-the-sender'],
    ['MODEL_URL', models.baseUrlOf('openai')],
    ['MODEL_KEY', 'a-key-of-the-provider'],
  ]);
  const ports: RunPorts = {
    executors,
    http,
    code: sandbox,
    now: Date.now,
    variables,
    models: createModelClient(async () => []),
    plainVariables: new Set(['MILLRACE_URL', 'SHOP_URL', 'MODEL_URL']),
    signal: new AbortController().signal,
  };
  return {
    variables: [...variables.keys()],
    run: (document, input) => runWorkflow(compileWorkflow(document), { executionId: 'guide', input }, ports),
    resolve: (context, text, values) => resolveText(context, text, values, variables),
    evaluate: (expression, values) => evaluateCode(expression, values, ports),
    async close() {
      sandbox.close();
      await http.close();
      await models.close();
      await shop.close();
    },
  };
}

function resolveText(
  context: ReferenceContext,
  text: string,
  values: Values,
  variables: ReadonlyMap<string, string>,
): unknown {
  const outputs = new Map(Object.entries(values).map(([name, output]) => [slugOf(name), output]));
  const isKnown = knownHeads([...outputs.keys()]);
  try {
    const resolved = compileField(context, text, isKnown).resolve({ ...emptyScope(), outputs, variables });
    return context === 'json' ? JSON.parse(String(resolved)) : resolved;
  } catch (error) {
    if (error instanceof ResolveError) return error.code;
    throw error;
  }
}

/** Runs the expression in a Function block after blocks with these names. */
async function evaluateCode(expression: string, values: Values, ports: RunPorts): Promise<unknown> {
  const position = { x: 0, y: 0 };
  const names = Object.keys(values).filter((name) => name !== 'loop');
  const before = names.map((name) => ({ id: name, type: 'transform', name, position }));
  const code = { id: 'code', type: 'function', name: 'code', position };
  const all = [...before, { ...code, config: { code: `return (${expression})` } }];
  const document = WorkflowDocument.parse({
    blocks: Object.fromEntries(all.map((block) => [block.id, block])),
    edges: names.map((name) => ({ id: `from-${name}`, source: name, target: 'code' })),
  });
  const request = { blockId: 'code', samples: values, input: {}, sendId: 'guide' };
  const alone = await prepareSingleBlock(document, request, ports);
  if (alone === null) throw new Error('There is no such block.');
  const { result } = await runSingleBlock(alone, ports);
  if (!result.ok) throw new Error(`${expression}: ${result.error.message}`);
  return result.output.result;
}
