import type { BlockError, BlockResult, PreviewResult } from '../blocks/block';
import type { BlockPart, SpendingLimits } from '../blocks/block-part';
import type { BlockPreviewers } from '../blocks/registry/executors';
import { portAfter } from '../graph-walk/exits';
import { type ReferenceScope, SKIPPED } from '../references/read-path';
import { ReferenceBudget } from '../references/reference-budget';
import { RESERVED_HEADS, RUN_VARIABLES, slugOf } from '../references/slug';
import type { WorkflowDocument } from '../workflow/schema';
import { atOnce } from '../workflow/steps';
import { blockSpan, endOf, partSpan } from './block-span';
import type { CompiledBlock } from './compile-block';
import { eachBlockSteps } from './compile-workflow';
import { createMasker, holdsSecret, type Masker, secretsIn } from './masker';
import type { RunPorts } from './ports';
import { requestKey } from './request-key';
import { refused, resolveBlock, runBlock } from './run-block';
import { NestedSpace } from './shorten-value';
import type { TraceSpan } from './trace-span';

export interface SingleBlockRequest {
  blockId: string;
  /** Sample outputs of earlier blocks, by slug or name. */
  samples: Readonly<Record<string, unknown>>;
  input: unknown;
  /** Used in place of the execution's id. */
  sendId: string;
}

/** One block with everything a run would give it. */
export interface SingleBlock {
  block: CompiledBlock;
  scope: ReferenceScope;
  /** Masks the secrets that the document names and those of this block. */
  masker: Masker;
  /** The workflow's limits for all agents of a run, which a single block may not exceed either. */
  limits: SpendingLimits;
  /** The error for a sample that is needed but missing. */
  missing: BlockError | null;
  request: SingleBlockRequest;
}

/** Returns null if the document has no such block of a known type. */
export async function prepareSingleBlock(
  document: WorkflowDocument,
  request: SingleBlockRequest,
  ports: RunPorts,
): Promise<SingleBlock | null> {
  const steps = eachBlockSteps(document);
  const compiled = ports.inSlices ? await ports.inSlices(steps) : atOnce(steps);
  const block = compiled.blocks.find(({ id }) => id === request.blockId);
  if (!block) return null;
  const outputs = new Map<string, unknown>();
  const failures = new Map<string, BlockError>();
  for (const [name, output] of Object.entries(request.samples)) outputs.set(slugOf(name), output);
  const budget = ports.budget ?? new ReferenceBudget();
  const scope = { outputs, variables: ports.variables, budget };
  for (const other of compiled.blocks) {
    if (other === block || outputs.has(other.slug)) continue;
    if (!other.enabled) outputs.set(other.slug, SKIPPED);
    else if (other.starts && mentions(block, other.slug)) {
      // Its output depends on the input alone, so it needs no sample.
      const { result } = await runBlock(other, scope, contextOf(other, request, ports), ports);
      if (result.ok) outputs.set(other.slug, result.output);
      else failures.set(other.slug, result.error);
    }
  }
  outputs.set(RUN_VARIABLES, variablesIn(compiled.blocks, outputs));
  const masker = createMasker(secretsIn(compiled, ports), (cause) => ports.onDefect?.(cause, null)).with(
    block.config.secrets,
  );
  const limits = document.settings?.agents ?? {};
  const missing = missingSample(block, compiled.blocks, outputs, failures);
  return { block, scope, masker, limits, missing, request };
}

/** Runs the block as a run would; no block before or after it is run. */
export async function runSingleBlock(
  { block, scope, masker, limits, missing, request }: SingleBlock,
  ports: RunPorts,
): Promise<{ span: TraceSpan; result: BlockResult; branch: string | null; masker: Masker }> {
  const startMs = ports.now();
  const parts: BlockPart[] = [];
  const onPart = (part: BlockPart) => parts.push(part);
  let current = masker;
  const run = missing
    ? refused(block, missing)
    : await runBlock(
        block,
        scope,
        {
          ...contextOf(block, request, ports),
          spending: { limits, startedAtMs: startMs, usd: 0, calls: 0 },
          onPart,
          holdsSecret: (text) => holdsSecret(current, text),
          mask: (value) => current.value(value),
          conceal: (secrets) => {
            current = current.with(secrets);
          },
        },
        ports,
      );
  const known = current.with(run.result.secrets ?? []);
  const branch = portAfter(block, run.result);
  const span = blockSpan(block, { startMs, endMs: ports.now() }, endOf(block, run, branch), known);
  const space = new NestedSpace();
  span.children = parts.map((part, index) => partSpan(part, { parent: span, index }, known, space));
  return { span, result: run.result, branch, masker: known };
}

/** Returns what the block would send; null for a block that sends nothing. Throws only `Outgrown`. */
export async function previewSingleBlock(
  { block, scope, missing }: SingleBlock,
  previewers: BlockPreviewers,
  ports: Pick<RunPorts, 'onDefect' | 'maskedAuth'>,
): Promise<PreviewResult | null> {
  const preview = previewers.get(block.type);
  if (!preview) return null;
  if (missing) return { ok: false, error: missing };
  const resolved = resolveBlock(block, scope, ports);
  // Previewers, like executors, are typed by their own config.
  return resolved.ok ? preview(resolved.config as never, ports) : resolved;
}

function contextOf(block: CompiledBlock, { input, sendId }: SingleBlockRequest, ports: RunPorts) {
  return {
    input,
    http: ports.http,
    ...(ports.pace ? { pace: ports.pace } : {}),
    ...(ports.code ? { code: ports.code } : {}),
    ...(ports.models ? { models: ports.models } : {}),
    ...(ports.connectionAuth ? { connectionAuth: ports.connectionAuth } : {}),
    signal: ports.signal,
    idempotencyKey: requestKey(sendId, block.id),
    now: ports.now,
  };
}

/** Returns the variables that are set by the samples of blocks. */
function variablesIn(
  blocks: readonly CompiledBlock[],
  outputs: ReadonlyMap<string, unknown>,
): Readonly<Record<string, unknown>> {
  const samples = blocks
    .filter(({ sets }) => sets === 'variables')
    .map(({ slug }) => outputs.get(slug))
    .filter((sample) => typeof sample === 'object');
  return Object.assign(Object.create(null), ...samples, outputs.get(RUN_VARIABLES));
}

function mentions(block: CompiledBlock, slug: string): boolean {
  return block.config.templates.some(({ template }) =>
    template.parts.some(
      (part) => typeof part !== 'string' && part.kind === 'reference' && part.reference.slug === slug,
    ),
  );
}

function missingSample(
  block: CompiledBlock,
  blocks: readonly CompiledBlock[],
  outputs: ReadonlyMap<string, unknown>,
  failures: ReadonlyMap<string, BlockError>,
): BlockError | null {
  if (block.problem) return null;
  for (const { field, template } of block.config.templates) {
    for (const part of template.parts) {
      if (typeof part === 'string' || part.kind !== 'reference') continue;
      const { head, slug, optional, fallback } = part.reference;
      if (optional || fallback || outputs.has(slug) || RESERVED_HEADS.has(slug)) continue;
      const name = blocks.find((other) => other.slug === slug)?.name ?? head;
      const failure = failures.get(slug);
      if (failure)
        return { code: failure.code, message: `"${name}" fails with this input: ${failure.message}`, field };
      const remedy = `Run the workflow once, or enter a sample output of "${name}".`;
      return { code: 'SAMPLE_MISSING', message: `<${head}…> has no value yet. ${remedy}`, field };
    }
  }
  return null;
}
