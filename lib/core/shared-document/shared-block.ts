import { Map as SharedMap } from 'yjs';
import { sameJson } from '../workflow/same-json';
import { Block } from '../workflow/schema';
import { keysOf, readValue } from './read-value';
import { built, writeMember } from './shared-value';
import { PLAIN_PLACE, placeOfConfig } from './value-place';

/** Members set as a whole: half of one position and half of another is neither. */
const WHOLE = ['type', 'name', 'position', 'enabled', 'parentId', 'size'] as const;

export function sharedBlock({ config, outputs, ...block }: Block, at: number): SharedMap<unknown> {
  const map = new SharedMap<unknown>([['at', at]]);
  for (const key of WHOLE) if (block[key] !== undefined) map.set(key, block[key]);
  map.set('config', built(config, placeOfConfig(block.type)));
  if (outputs !== undefined) map.set('outputs', built(outputs, PLAIN_PLACE));
  return map;
}

export function writeBlock(map: SharedMap<unknown>, block: Block): void {
  for (const key of WHOLE) {
    if (sameJson(map.get(key), block[key])) continue;
    if (block[key] === undefined) map.delete(key);
    else map.set(key, block[key]);
  }
  writeMember(map, 'config', block.config, placeOfConfig(block.type));
  writeMember(map, 'outputs', block.outputs, PLAIN_PLACE);
}

/** Returns null if there is no block, or nothing that could be one. */
export function readBlock(id: string, map: unknown, before: Block | undefined): Block | null {
  if (!(map instanceof SharedMap)) return null;
  const members = keysOf(map, before ?? {}).filter((key) => key !== 'at');
  const read = members.map((key) => [key, readValue(map.get(key), before?.[key as keyof Block])] as const);
  const block = { id, ...Object.fromEntries(read) } as Block;
  if (before !== undefined && Object.keys(before).length === Object.keys(block).length)
    if (members.every((key) => block[key as keyof Block] === before[key as keyof Block])) return before;
  return Block.safeParse(block).success ? block : null;
}
