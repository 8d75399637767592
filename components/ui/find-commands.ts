import type { Command } from './commands';
import { rankWords } from './rank-words';

export type CommandGroup = [heading: string, commands: Command[]];

/** The maximum number shown per group; the best matches come first. */
const MOST_OF_A_GROUP = 50;

const NOTHING_FOUND = 'No results. Try instead';

/** Returns the matches, the best first; cmdk itself only sorts within groups. */
export function findCommands(groups: readonly CommandGroup[], text: string): CommandGroup[] {
  if (text.trim() === '')
    return groups
      .map(
        ([heading, commands]): CommandGroup => [
          heading,
          commands.filter(({ onlyWhenSearched }) => !onlyWhenSearched),
        ],
      )
      .filter(([, commands]) => commands.length > 0);
  const found = groups.map(([heading, commands]) => {
    const fitting = commands
      .map((command) => ({ command, fit: fitOf(command, text) }))
      .filter(({ fit }) => fit > 0)
      .sort((a, b) => b.fit - a.fit);
    return {
      heading,
      commands: fitting.slice(0, MOST_OF_A_GROUP).map(({ command }) => command),
      best: fitting[0]?.fit ?? 0,
    };
  });
  if (found.every(({ best }) => best === 0)) return insteadOf(groups);
  return found
    .filter(({ best }) => best > 0)
    .sort((a, b) => b.best - a.best)
    .map(({ heading, commands }) => [heading, commands]);
}

/** Returns what may be meant by a text that nothing is called. */
function insteadOf(groups: readonly CommandGroup[]): CommandGroup[] {
  const offered = groups.flatMap(([, commands]) =>
    commands.filter(({ whenNothingFound }) => whenNothingFound),
  );
  return offered.length === 0 ? [] : [[NOTHING_FOUND, offered]];
}

const fitOf = ({ title, group, keywords = [] }: Command, text: string): number =>
  rankWords({ title, synonyms: keywords, description: group }, text);

/** Groups the commands that the palette lists; of several with one id the last counts. */
export function groupCommands(commands: readonly Command[]): CommandGroup[] {
  const groups = new Map<string, Map<string, Command>>();
  for (const command of commands) {
    if (command.hidden || command.listedOnly) continue;
    const group = groups.get(command.group) ?? new Map<string, Command>();
    groups.set(command.group, group.set(command.id, command));
  }
  return [...groups].map(([heading, byId]) => [heading, [...byId.values()]]);
}
