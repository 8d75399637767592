'use client';

import { type Command, openShortcutSheet, registeredCommands, useCommandStore } from './commands';
import { Dialog } from './dialog';
import { Keys } from './kbd';

/** `?`: the shortcuts of this page. Rendered once, in the shell. */
export function ShortcutSheet() {
  const open = useCommandStore((state) => state.sheetOpen);
  const sets = useCommandStore((state) => state.sets);
  const groups = new Map<string, Map<string, Command>>();
  for (const command of registeredCommands(sets)) {
    if (!command.shortcut) continue;
    const group = groups.get(command.group) ?? new Map<string, Command>();
    groups.set(command.group, group.set(command.id, command));
  }
  return (
    <Dialog open={open} onOpenChange={openShortcutSheet} title="Keyboard shortcuts" size="lg">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the sheet scrolls by the keys of what has the focus
          in it */}
      <section tabIndex={0} aria-label="By group" className="columns-1 gap-8 outline-none sm:columns-2">
        {[...groups].map(([heading, commands]) => (
          <section key={heading} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 font-medium text-faint text-xs">{heading}</h3>
            <dl>
              {[...commands.values()].map((command) => (
                <div key={command.id} className="flex h-8 items-center justify-between gap-4">
                  <dt className="min-w-0 truncate text-sm">{command.title}</dt>
                  <dd>
                    <Keys combo={command.shortcut ?? ''} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
