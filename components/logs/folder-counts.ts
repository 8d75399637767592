interface Folder {
  id: string;
  parentId: string | null;
}

interface Filed {
  id: string;
  folderId: string | null;
}

interface Given {
  folders: readonly Folder[];
  workflows: readonly Filed[];
  /** The number of runs by workflow. */
  counts: Readonly<Partial<Record<string, number>>>;
  /** The workflows that are filtered by; empty: all. */
  chosen: readonly string[];
}

/** Counts the runs of each folder, those of its sub-folders included, as the filter by a folder finds them. */
export function folderCounts({ folders, workflows, counts, chosen }: Given): Record<string, number> {
  const parents = new Map(folders.map(({ id, parentId }) => [id, parentId]));
  const sums: Record<string, number> = Object.fromEntries(folders.map(({ id }) => [id, 0]));
  const isCounted = new Set(chosen);
  for (const { id, folderId } of workflows) {
    if (isCounted.size > 0 && !isCounted.has(id)) continue;
    // A folder is passed once, so that a circle, which can't be made, would not hang the page.
    const passed = new Set<string>();
    for (let at = folderId; at !== null && parents.has(at) && !passed.has(at); at = parents.get(at) ?? null) {
      passed.add(at);
      sums[at] = (sums[at] ?? 0) + (counts[id] ?? 0);
    }
  }
  return sums;
}
