import { blockDefinitions } from '../../core/blocks/registry/definitions';
import {
  keyPathOf,
  methodsOf,
  originsOf,
  tagPathsOf,
  type WebhookTriggerConfig,
} from '../../core/blocks/webhook-trigger/definition';
import type { RequestCheck } from '../../core/blocks/webhook-trigger/request-check';
import { WEBHOOK_TRIGGER } from '../../core/blocks/webhook-trigger/trigger';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { type AddressRange, parseRanges } from '../../platform/addresses/client-address';
import { defineSettings } from '../triggers/trigger-settings';

/** The settings of a workflow's Webhook block. */
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

export const hookTrigger = defineSettings(
  WEBHOOK_TRIGGER,
  (config: WebhookTriggerConfig, { document }): HookTrigger => ({
    config,
    methods: methodsOf(config.methods) ?? [],
    checkedMethods: methodsOf(config.checkedMethods) ?? [],
    ranges: rangesOf(config.addresses),
    origins: originsFor(config, document),
    keyPath: keyPathOf(config.duplicateKey),
    tagPaths: tagPathsOf(config.tags) ?? [],
    keepsRawBody: Object.values(document.blocks).some(({ config: of }) => names(of, 'rawBody')),
  }),
);

/** Returns the check that a request with this method has to pass. */
export const checkFor = ({ config, checkedMethods }: HookTrigger, method: string): RequestCheck =>
  checkedMethods.includes(method) ? config.check : config.otherCheck;

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
