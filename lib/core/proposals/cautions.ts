import { CONCEALED, mapCredentials } from '../references/credentials';
import { knownHeads } from '../references/find-references';
import { slugOf } from '../references/slug';
import type { KnownHead } from '../references/template';
import { sameJson } from '../workflow/same-json';
import type { Block, WorkflowDocument } from '../workflow/schema';

const MOST_CAUTIONS = 50;
const HOST =
  /https?:\/\/(?:[^\s/?#@"'<>{}]{1,200}@)?((?:\[[0-9a-f:.]{2,45}\]|[^\s/?#"'<>{}@:[\]]{1,253})(?::\d{1,5})?)/gi;
const SERVER = /^[^/?#]{0,2000}(?:\/\/[^/?#]{0,2000})?/;
/** A reference stands where the host does. */
const OPEN_HOST = /^\s{0,10}(?:https?:\/\/)?[^/?#<]{0,253}</i;
const VARIABLE = /\{\{\s{0,4}([A-Za-z_][A-Za-z0-9_]{0,63})\s{0,4}\}\}/g;
const ADDRESS_FIELD = /url$/i;

/**
 * Returns sentences about what somebody should look at before they apply a change: other servers, other secrets,
 * and credentials that would go elsewhere. `plain`: names of variables that are no secrets.
 */
export function cautionsOf(
  base: WorkflowDocument,
  document: WorkflowDocument,
  plain: ReadonlySet<string>,
): string[] {
  const hosts = new Set(Object.values(base.blocks).flatMap(hostsIn));
  const isKnownHead = knownHeads(Object.values(document.blocks).map(({ name }) => slugOf(name)));
  const found: string[] = [];
  for (const block of Object.values(document.blocks)) {
    const before = base.blocks[block.id];
    if (before !== undefined && sameJson(before.config, block.config)) continue;
    for (const host of new Set(hostsIn(block)))
      if (!hosts.has(host))
        found.push(`“${block.name}” names ${host}, a server that this workflow did not name before.`);
    if (hasOpenAddress(block) && !(before && hasOpenAddress(before)))
      found.push(`“${block.name}” takes the server that it calls from values of the run.`);
    const known = new Set(before === undefined ? [] : variablesIn(before));
    for (const name of new Set(variablesIn(block)))
      if (!known.has(name) && !plain.has(name))
        found.push(`“${block.name}” uses {{${name}}}, which it did not use before.`);
    if (before === undefined || !hasOtherAddress(before, block)) continue;
    if (holdsCredentials(block, isKnownHead, plain))
      found.push(`“${block.name}” keeps its credentials and gets another address: they would be sent there.`);
  }
  return found.slice(0, MOST_CAUTIONS);
}

function hasOpenAddress({ config }: Block): boolean {
  return Object.entries(config).some(
    ([field, value]) => ADDRESS_FIELD.test(field) && typeof value === 'string' && OPEN_HOST.test(value),
  );
}

function hasOtherAddress(before: Block, { config }: Block): boolean {
  return Object.entries(config).some(
    ([field, value]) =>
      ADDRESS_FIELD.test(field) && !sameJson(serverOf(before.config[field]), serverOf(value)),
  );
}

/** Returns the part of an address that says where it leads; paths and queries don't. */
const serverOf = (address: unknown): unknown =>
  typeof address === 'string' ? SERVER.exec(address.trim())?.[0] : address;

function holdsCredentials(block: Block, isKnownHead: KnownHead, plain: ReadonlySet<string>): boolean {
  if (variablesIn(block).some((name) => !plain.has(name))) return true;
  if (namesConnection(block.config)) return true;
  return mapCredentials(block.config, isKnownHead, () => `${CONCEALED} `) !== block.config;
}

function namesConnection(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, item]) => (name === 'connectionId' && item !== '') || namesConnection(item),
  );
}

const hostsIn = ({ config }: Block): string[] =>
  textsIn(config).flatMap((text) => Array.from(text.matchAll(HOST), ([, host = '']) => host.toLowerCase()));

const variablesIn = ({ config }: Block): string[] =>
  textsIn(config).flatMap((text) => Array.from(text.matchAll(VARIABLE), ([, name = '']) => name));

/** Returns every text of a config, names of members included. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}
