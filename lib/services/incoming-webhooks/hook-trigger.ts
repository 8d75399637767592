import { blockDefinitions } from '../../core/blocks/registry/definitions';
import {
  keyPathOf,
  methodsOf,
  originsOf,
  tagPathsOf,
  type WebhookTriggerConfig,
} from '../../core/blocks/webhook-trigger/definition';
import type { RequestCheck } from '../../core/blocks/webhook-trigger/request-check';
import type { CompiledWorkflow } from '../../core/engine/compile-workflow';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { type AddressRange, parseRanges } from '../../platform/addresses/client-address';
import { triggerConfig } from '../runs/compiled/trigger-config';

/** The settings of a workflow's Webhook block, read once for each version. */
export interface HookTrigger {
  config: WebhookTriggerConfig;
  methods: readonly string[];
  /** The methods that `config.check` applies to. */
  checkedMethods: readonly string[];
  /** Null: requests from everywhere. */
  ranges: readonly AddressRange[] | null;
  /** Origins of pages that may read the responses; `*` for all. */
  origins: readonly string[];
  /** Null: duplicates are not looked for. */
  keyPath: readonly string[] | null;
  /** Paths of the run's tags in the request. */
  tagPaths: ReadonlyArray<readonly string[]>;
  /** True if a block of the workflow names it; other workflows need not carry the body three times. */
  keepsRawBody: boolean;
}

const triggers = new WeakMap<CompiledWorkflow, Map<string, HookTrigger | null>>();

/** Null: there is no such block, it is disabled, or its settings can't be read. */
export function hookTrigger(compiled: CompiledWorkflow, blockId: string): HookTrigger | null {
  const known = triggers.get(compiled) ?? new Map<string, HookTrigger | null>();
  triggers.set(compiled, known);
  const found = known.get(blockId);
  if (found !== undefined) return found;
  const read = readTrigger(compiled, blockId);
  known.set(blockId, read);
  return read;
}

/** Returns the check that a request with this method has to pass. */
export const checkFor = ({ config, checkedMethods }: HookTrigger, method: string): RequestCheck =>
  checkedMethods.includes(method) ? config.check : config.otherCheck;

function readTrigger(compiled: CompiledWorkflow, blockId: string): HookTrigger | null {
  const { document } = compiled;
  const config = triggerConfig(compiled, blockId, 'webhook') as WebhookTriggerConfig | null;
  if (config === null) return null;
  return {
    config,
    methods: methodsOf(config.methods) ?? [],
    checkedMethods: methodsOf(config.checkedMethods) ?? [],
    ranges: rangesOf(config.addresses),
    origins: originsFor(config, document),
    keyPath: keyPathOf(config.duplicateKey),
    tagPaths: tagPathsOf(config.tags) ?? [],
    keepsRawBody: Object.values(document.blocks).some(({ config: of }) => names(of, 'rawBody')),
  };
}

function rangesOf(addresses: string): readonly AddressRange[] | null {
  try {
    return addresses.trim() === '' ? null : parseRanges(addresses);
  } catch {
    return []; // An address that the form's check let pass: nobody is let in by it.
  }
}

/** Returns the allowed origins; a Response's own header names them too: it needs preflights to be of use. */
function originsFor({ allowedOrigins, answer }: WebhookTriggerConfig, { blocks }: WorkflowDocument) {
  if (allowedOrigins.trim() !== '') return originsOf(allowedOrigins) ?? [];
  if (answer !== 'response') return [];
  const rows = Object.values(blocks)
    .filter(({ type, enabled }) => enabled && blockDefinitions.get(type)?.sets === 'response')
    .flatMap(({ config }) => (Array.isArray(config.headers) ? config.headers : []));
  const header = rows.find(
    ({ key, enabled }) => enabled !== false && /^\s*access-control-allow-origin\s*$/i.test(String(key)),
  );
  return originsOf(String(header?.value ?? '')) ?? [];
}

/** Returns true if a text anywhere in a config contains the word. */
function names(value: unknown, word: string): boolean {
  if (typeof value === 'string') return value.includes(word);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member) => names(member, word));
}
