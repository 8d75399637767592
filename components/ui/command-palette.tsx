'use client';

import { Command as Cmdk } from 'cmdk';
import { useState } from 'react';
import { cn } from './class-names';
import { type Command, openPalette, registeredCommands, useCommandStore } from './commands';
import { findCommands, groupCommands } from './find-commands';
import { Keys } from './kbd';
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
      empty="No results. Try another word. Blocks are added in a workflow’s editor."
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
