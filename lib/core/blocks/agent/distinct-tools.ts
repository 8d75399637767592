import { createHash } from 'node:crypto';
import type { AgentTool } from './agent-tool';

const MAX_NAME_CHARACTERS = 64;
const MARK_CHARACTERS = 6;

/**
 * Returns the tools with names that models accept, each name once. Names that become equal when they are shortened or
 * lose characters get a mark, which depends on the tool alone: it is the same in every run. Of an author's own tools
 * with one name, the first counts.
 */
export function distinctTools(tools: readonly AgentTool[]): AgentTool[] {
  const owners = new Map<string, AgentTool>();
  const take = (name: string, tool: AgentTool) => {
    if (!owners.has(name)) owners.set(name, tool);
  };
  const offered = tools.filter(({ namespace }) => namespace !== undefined);
  for (const tool of tools) if (tool.namespace === undefined) take(tool.name, tool);
  // A name that needs no change stays, so that a new tool beside it doesn't rename it.
  for (const tool of offered) if (plainName(tool.name) === tool.name) take(tool.name, tool);
  const sharing = new Map<string, number>();
  for (const { name } of offered) sharing.set(plainName(name), (sharing.get(plainName(name)) ?? 0) + 1);
  for (const tool of offered) {
    const name = plainName(tool.name);
    if (owners.get(name) === tool) continue;
    take(sharing.get(name) === 1 && !owners.has(name) ? name : markedName(tool, name, owners), tool);
  }
  const names = new Map([...owners].map(([name, tool]) => [tool, name]));
  return tools.flatMap((tool) => {
    const name = names.get(tool);
    return name === undefined ? [] : [{ ...tool, name }];
  });
}

const plainName = (name: string): string =>
  name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_NAME_CHARACTERS);

function markedName(
  { name, namespace }: AgentTool,
  plain: string,
  taken: ReadonlyMap<string, unknown>,
): string {
  const start = plain.slice(0, MAX_NAME_CHARACTERS - MARK_CHARACTERS - 1);
  for (let count = 0; ; count += 1) {
    const hash = createHash('sha256')
      .update(JSON.stringify([name, namespace, count]))
      .digest('hex');
    const marked = `${start}_${hash.slice(0, MARK_CHARACTERS)}`;
    if (!taken.has(marked)) return marked;
  }
}
