import type { Transaction } from 'yjs';
import { ContentType, createID, getState, Item, Array as SharedList, Map as SharedMap, Text } from 'yjs';
import { ExactNumber, isJsonObject } from '../../platform/text/exact-number';
import { sameJson } from '../workflow/same-json';
import { matchItems } from './match-items';
import { absenceOf, isAbsence, readValue } from './read-value';
import { textChanges } from './text-changes';
import type { ValuePlace } from './value-place';

type Shared = Text | SharedMap<unknown> | SharedList<unknown>;

/** Makes a member of a map equal to `value`, with as few changes as possible. */
export function writeMember(map: SharedMap<unknown>, key: string, value: unknown, place: ValuePlace): void {
  if (value === undefined) {
    removeMember(map, key);
    return;
  }
  if (map.has(absenceOf(key))) map.delete(absenceOf(key));
  const present = map.get(key);
  if (writeInto(present, value, place)) return;
  const kind = kindOf(value, place);
  if (kind === null) {
    if (!map.has(key) || !sameJson(readValue(present, undefined), value)) map.set(key, plain(value));
    return;
  }
  const child = map.has(key) ? null : firstChild(map, key, kind);
  if (child === null) map.set(key, built(value, place));
  else writeInto(child, value, place);
}

/**
 * Empties a text or list instead of removing it: content that others add meanwhile would be lost with
 * it, for example where the first word in a field is taken back while another is being typed there.
 */
function removeMember(map: SharedMap<unknown>, key: string): void {
  const present = map.get(key);
  if (present instanceof Text || present instanceof SharedList) {
    if (present.length > 0) present.delete(0, present.length);
    if (!map.has(absenceOf(key))) map.set(absenceOf(key), true);
  } else if (map.has(key)) map.delete(key);
}

export function writeMap(
  map: SharedMap<unknown>,
  value: Readonly<Record<string, unknown>>,
  place: ValuePlace,
): void {
  for (const key of [...map.keys()])
    if (!isAbsence(key) && !Object.hasOwn(value, key)) removeMember(map, key);
  for (const [key, member] of Object.entries(value)) writeMember(map, key, member, place.member(key));
}

/** Returns false if the present value can't become this one. */
function writeInto(present: unknown, value: unknown, place: ValuePlace): boolean {
  if (present instanceof Text && typeof value === 'string') writeText(present, value);
  else if (present instanceof SharedMap && isJsonObject(value)) writeMap(present, value, place);
  else if (present instanceof SharedList && Array.isArray(value)) writeList(present, value, place);
  else return false;
  return true;
}

function writeText(text: Text, after: string): void {
  for (const { at, removed, inserted } of textChanges(text.toString(), after)) {
    if (removed > 0) text.delete(at, removed);
    if (inserted !== '') text.insert(at, inserted);
  }
}

function writeList(list: SharedList<unknown>, after: readonly unknown[], place: ValuePlace): void {
  const matches = matchItems(readValue(list, undefined) as unknown[], after);
  const kept = new Set(matches);
  for (let index = list.length - 1; index >= 0; index -= 1) if (!kept.has(index)) list.delete(index, 1);
  for (const [index, item] of after.entries()) {
    if (matches[index] === -1) list.insert(index, [built(item, place.item())]);
    else if (!writeInto(list.get(index), item, place.item()) && !sameJson(list.get(index), item)) {
      list.delete(index, 1);
      list.insert(index, [built(item, place.item())]);
    }
  }
}

type Kind = 'text' | 'map' | 'list';

function kindOf(value: unknown, place: ValuePlace): Kind | null {
  if (typeof value === 'string') return place.isText ? 'text' : null;
  if (Array.isArray(value)) return 'list';
  return isJsonObject(value) ? 'map' : null;
}

/** Builds a value for a list or map. */
export function built(value: unknown, place: ValuePlace): unknown {
  const kind = kindOf(value, place);
  if (kind === null) return plain(value);
  if (kind === 'text') return new Text(value as string);
  if (kind === 'list') {
    const list = new SharedList<unknown>();
    list.push((value as unknown[]).map((item) => built(item, place.item())));
    return list;
  }
  const members = Object.entries(value as Record<string, unknown>).filter(([, item]) => item !== undefined);
  return new SharedMap(members.map(([key, item]) => [key, built(item, place.member(key))]));
}

const plain = (value: unknown): unknown => (value instanceof ExactNumber ? value.toJSON() : value);

/**
 * Creates an empty member of a map that never had one of this name. Everybody who creates it creates the
 * very same, so that what several people put into it is merged, where otherwise one of theirs would be
 * lost. Null if there has been one.
 */
function firstChild(map: SharedMap<unknown>, key: string, kind: Kind): Shared | null {
  const { doc, _item: item } = map;
  if (doc === null || item === null || map._map.has(key)) return null;
  const maker = makerOf(`${item.id.client} ${item.id.clock} ${kind} ${key}`);
  if (getState(doc.store, maker) !== 0) return null;
  const child = kind === 'text' ? new Text() : kind === 'list' ? new SharedList() : new SharedMap();
  doc.transact((transaction: Transaction) => {
    const content = new ContentType(child);
    new Item(createID(maker, 0), null, null, null, null, map, key, content).integrate(transaction, 0);
  });
  return child as Shared;
}

/** Returns a client id beyond the ids that clients are given, which have 32 bits. */
function makerOf(name: string): number {
  let [high, low] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < name.length; index += 1) {
    high = Math.imul(high ^ name.charCodeAt(index), 0x01000193);
    low = Math.imul(low ^ name.charCodeAt(index), 0x85ebca6b);
    low ^= low >>> 13;
  }
  return 2 ** 32 * (1 + ((high >>> 0) % (2 ** 21 - 2))) + (low >>> 0);
}
