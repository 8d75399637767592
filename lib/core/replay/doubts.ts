import { isJsonObject } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { reachesOut } from '../blocks/capabilities';
import type { CompiledBlock, CompiledGraph } from '../engine/compile-block';
import { allBlocks } from '../graph-walk/reach';
import { holdsRedacted, REDACTED } from '../redaction/rules';
import type { ReplayedRun, ReplayPorts } from './replay-run';

/** The reason why a replay may differ from its run although nothing was changed, or the other way round. */
export interface Doubt {
  kind: 'secret' | 'masked' | 'redacted' | 'variable';
  blockId: string;
  message: string;
}

const MASK = /\{\{[A-Za-z_]\w*\}\}|\*\*\*/;

/** Returns at most one doubt of each kind per block, for blocks that ran. */
export function doubtsOf(
  compiled: CompiledGraph,
  { outcome: { traceSpans }, blocks }: ReplayedRun,
  {
    definitions,
    variables,
    plainVariables,
  }: Pick<ReplayPorts, 'definitions' | 'variables' | 'plainVariables'>,
): Doubt[] {
  if (traceSpans.length === 0) return [];
  const ran = new Set([...blocks.values()].filter((block) => block.span.status !== 'skipped').map(idOf));
  const doubts: Doubt[] = [];
  for (const block of allBlocks(compiled.blocks)) {
    if (!ran.has(block.id)) continue;
    const isOutside = reachesOut(definitions.get(block.type));
    const named = variablesOf(block).filter((name) => variables.has(name));
    const secret = named.find((name) => !plainVariables.has(name));
    const plain = named.find((name) => plainVariables.has(name));
    const { id: blockId, name } = block;
    if (secret !== undefined && !isOutside)
      doubts.push({
        kind: 'secret',
        blockId,
        message: `“${name}” works with {{${secret}}}, whose value is not recorded: its name is used instead.`,
      });
    if (plain !== undefined)
      doubts.push({
        kind: 'variable',
        blockId,
        message: `“${name}” uses {{${plain}}} as it is now, which may have changed since the run.`,
      });
  }
  doubts.push(...redactedIn(blocks, definitions));
  for (const { span } of blocks.values())
    if (reachesOut(definitions.get(span.type)) && isJsonObject(span.output) && isMasked(span.output)) {
      if (doubts.some(({ kind, blockId }) => kind === 'masked' && blockId === span.blockId)) continue;
      doubts.push({
        kind: 'masked',
        blockId: span.blockId,
        message: `The response of “${span.name}” held a secret, which the log shows masked.`,
      });
    }
  return doubts;
}

/** Names the blocks from whose outputs the log left values out: triggers, and those that asked other servers. */
function redactedIn(blocks: ReplayedRun['blocks'], definitions: ReplayPorts['definitions']): Doubt[] {
  const found = new Map<string, Doubt>();
  for (const { span } of blocks.values()) {
    const { output, blockId, name, type } = span;
    const definition = definitions.get(type);
    if (found.has(blockId) || (definition?.trigger === undefined && !reachesOut(definition))) continue;
    if (!isJsonObject(output) || !holdsRedacted(output)) continue;
    const message = `The log lacks values in the output of “${name}”: they were redacted, and “${REDACTED}” is used.`;
    found.set(blockId, { kind: 'redacted', blockId, message });
  }
  return [...found.values()];
}

const idOf = ({ span }: { span: { blockId: string } }) => span.blockId;
const isMasked = (output: object) => MASK.test(writeJson(output) ?? '');

const variablesOf = ({ config }: CompiledBlock): string[] =>
  config.templates.flatMap(({ template }) =>
    template.parts.flatMap((part) =>
      typeof part !== 'string' && part.kind === 'variable' ? [part.name] : [],
    ),
  );
