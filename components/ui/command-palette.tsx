'use client';

import { Command as Cmdk } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { cn } from './class-names';
import { type Command, openPalette, registeredCommands, useCommandStore } from './commands';
import { Keys } from './kbd';

/** ⌘K: everything that can be done here, by name. Once, in the shell. */
export function CommandPalette() {
  const open = useCommandStore((state) => state.paletteOpen);
  const sets = useCommandStore((state) => state.sets);
  const groups = open ? groupCommands(registeredCommands(sets)) : [];
  return (
    <Dialog.Root open={open} onOpenChange={openPalette}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <Dialog.Content
          aria-describedby={undefined}
          className={cn(
            'fixed inset-x-3 top-[14vh] z-50 mx-auto max-w-xl animate-enter',
            'overflow-hidden rounded-xl bg-raised shadow-float outline-none',
          )}
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Cmdk loop label="Command palette">
            <div className="flex items-center gap-2.5 border-line border-b px-4">
              <Search className="size-4 text-faint" aria-hidden />
              <Cmdk.Input
                placeholder="Search for pages and commands…"
                className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
              />
            </div>
            <Cmdk.List className="max-h-[min(24rem,56vh)] overflow-y-auto overscroll-contain p-1.5">
              <Cmdk.Empty className="px-3 py-8 text-center text-muted text-sm">No results</Cmdk.Empty>
              {groups.map(([heading, commands]) => (
                <Cmdk.Group
                  key={heading}
                  heading={heading}
                  className={cn(
                    '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2',
                    '[&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium',
                    '[&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs',
                  )}
                >
                  {commands.map((command) => (
                    <PaletteItem key={command.id} command={command} />
                  ))}
                </Cmdk.Group>
              ))}
            </Cmdk.List>
          </Cmdk>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteItem({ command }: { command: Command }) {
  const Icon = command.icon;
  return (
    <Cmdk.Item
      value={`${command.title} ${command.id}`}
      keywords={[command.group, ...(command.keywords ?? [])]}
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

function groupCommands(commands: Command[]): Array<[string, Command[]]> {
  const groups = new Map<string, Map<string, Command>>();
  for (const command of commands) {
    if (command.hidden || command.listedOnly) continue;
    const group = groups.get(command.group) ?? new Map<string, Command>();
    groups.set(command.group, group.set(command.id, command));
  }
  return [...groups].map(([heading, byId]) => [heading, [...byId.values()]]);
}
