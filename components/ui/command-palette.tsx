'use client';

import { Command as Cmdk } from 'cmdk';
import { useState } from 'react';
import { cn } from './class-names';
import { type Command, openPalette, registeredCommands, useCommandStore } from './commands';
import { Keys } from './kbd';
import { rankWords } from './rank-words';
import { SearchDialog, SearchGroup } from './search-dialog';

/** ⌘K: all available commands by name. Rendered once, in the shell. */
export function CommandPalette() {
  const open = useCommandStore((state) => state.paletteOpen);
  const sets = useCommandStore((state) => state.sets);
  const [text, setText] = useState('');
  if (!open && text !== '') setText('');
  const groups = open ? findCommands(groupCommands(registeredCommands(sets)), text) : [];
  return (
    <SearchDialog
      open={open}
      onOpenChange={openPalette}
      title="Command palette"
      placeholder="Search for pages and commands…"
      empty="No results"
      filter={null}
      search={{ text, onChange: setText }}
      size="lg"
    >
      {groups.map(([heading, commands]) => (
        <SearchGroup key={heading} heading={heading}>
          {commands.map((command) => (
            <PaletteItem key={command.id} command={command} />
          ))}
        </SearchGroup>
      ))}
    </SearchDialog>
  );
}

function PaletteItem({ command }: { command: Command }) {
  const Icon = command.icon;
  return (
    <Cmdk.Item
      value={`${command.title} ${command.id}`}
      onSelect={() => {
        openPalette(false);
        command.run();
      }}
      className={cn(
        'flex h-9 cursor-default items-center gap-2.5 rounded-md',
        'px-2.5 text-sm data-[selected=true]:bg-hover',
      )}
    >
      {Icon ? <Icon className="size-4 shrink-0 text-faint" aria-hidden /> : <span className="size-4" />}
      <span className="min-w-0 flex-1 truncate">{command.title}</span>
      {command.shortcut ? <Keys combo={command.shortcut} /> : null}
    </Cmdk.Item>
  );
}

type CommandGroup = [heading: string, commands: Command[]];

/** The maximum number shown per group; the best matches come first. */
const MOST_OF_A_GROUP = 50;

/** Returns the matches, the best first; cmdk itself only sorts within groups. */
function findCommands(groups: CommandGroup[], text: string): CommandGroup[] {
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
  return found
    .filter(({ best }) => best > 0)
    .sort((a, b) => b.best - a.best)
    .map(({ heading, commands }) => [heading, commands]);
}

const fitOf = ({ title, group, keywords = [] }: Command, text: string): number =>
  rankWords({ title, synonyms: keywords, description: group }, text);

function groupCommands(commands: Command[]): CommandGroup[] {
  const groups = new Map<string, Map<string, Command>>();
  for (const command of commands) {
    if (command.hidden || command.listedOnly) continue;
    const group = groups.get(command.group) ?? new Map<string, Command>();
    groups.set(command.group, group.set(command.id, command));
  }
  return [...groups].map(([heading, byId]) => [heading, [...byId.values()]]);
}
