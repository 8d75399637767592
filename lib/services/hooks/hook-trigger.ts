import { readConfig } from '../../core/blocks/read-config';
import { blockDefinitions } from '../../core/blocks/registry/definitions';
import {
  keyPathOf,
  methodsOf,
  type WebhookTriggerConfig,
} from '../../core/blocks/webhook-trigger/definition';
import type { CompiledWorkflow } from '../../core/engine/compile-workflow';
import { type AddressRange, parseRanges } from '../../platform/addresses/client-address';

/** What a Webhook block of a workflow is set to, read once for each version. */
export interface HookTrigger {
  config: WebhookTriggerConfig;
  methods: readonly string[];
  /** Null: requests from everywhere. */
  ranges: readonly AddressRange[] | null;
  /** Null: duplicates are not looked for. */
  keyPath: readonly string[] | null;
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

function readTrigger({ document, problem }: CompiledWorkflow, blockId: string): HookTrigger | null {
  const block = Object.hasOwn(document.blocks, blockId) ? document.blocks[blockId] : undefined;
  const definition = blockDefinitions.get(block?.type ?? '');
  if (problem !== null || !block?.enabled || definition?.startsOn !== 'webhook') return null;
  const { config: read, issues } = readConfig(definition, block.config);
  const config = read as WebhookTriggerConfig;
  // Settings that can't be read might be those that keep others out.
  if (issues.length > 0 || (definition.check?.(config) ?? []).length > 0) return null;
  const { methods, addresses, duplicateKey } = config;
  try {
    const ranges = addresses.trim() === '' ? null : parseRanges(addresses);
    return { config, methods: methodsOf(methods) ?? [], ranges, keyPath: keyPathOf(duplicateKey) };
  } catch {
    // An address that the form's check let pass: nobody is let in by it.
    return { config, methods: methodsOf(methods) ?? [], ranges: [], keyPath: keyPathOf(duplicateKey) };
  }
}
