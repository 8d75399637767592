/** The parts of a document that groups depend on. */
interface Grouped {
  blocks: Readonly<Record<string, { parentId?: string | undefined }>>;
  groups?: Array<{ blockIds: string[] }> | undefined;
}

/**
 * Reduces groups to what they can hold: existing blocks of one container, each in one group. Blocks that
 * were removed or moved elsewhere are in none; a group without blocks is removed. Returns the same
 * document if nothing is wrong.
 */
export function tidyGroups<Document extends Grouped>(document: Document): Document {
  const { groups, blocks } = document;
  if (groups === undefined) return document;
  const taken = new Set<string>();
  const tidy = groups.flatMap((group) => {
    const there = [...new Set(group.blockIds)].filter((id) => blocks[id] !== undefined && !taken.has(id));
    const home = homeOf(there, blocks);
    const blockIds = there.filter((id) => blocks[id]?.parentId === home);
    for (const id of blockIds) taken.add(id);
    if (blockIds.length === 0) return [];
    return blockIds.length === group.blockIds.length ? [group] : [{ ...group, blockIds }];
  });
  const isTidy = tidy.length === groups.length && tidy.every((group, index) => group === groups[index]);
  if (isTidy && groups.length > 0) return document;
  const { groups: _, ...rest } = document;
  return (tidy.length === 0 ? rest : { ...rest, groups: tidy }) as Document;
}

/** Returns the container that most of them lie in. */
function homeOf(ids: readonly string[], blocks: Grouped['blocks']): string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const id of ids) {
    const parentId = blocks[id]?.parentId;
    counts.set(parentId, (counts.get(parentId) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
