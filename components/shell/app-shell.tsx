'use client';

import { Menu } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { LatePart, lateModule } from '@/components/ui/late-part';
import { usePerSide } from '@/components/ui/page-time';
import { ShortcutListener } from '@/components/ui/shortcut-listener';
import { useAfterPaint } from '@/components/ui/use-after-paint';
import { OfflineBanner } from '../page/offline-banner';
import { useWorkspace } from '../page/workspace-context';
import { cn } from '../ui/class-names';
import { ShellCommands } from './shell-commands';
import { Sidebar } from './sidebar';
import { useSidebarCollapsed } from './sidebar-state';

const layers = lateModule(() => import('./shell-layers'));

/** The frame of every page of a workspace: the sidebar on the left, on narrow screens behind a button. */
export function AppShell({ startsNarrow, children }: { startsNarrow: boolean; children: ReactNode }) {
  const collapsed = useSidebarCollapsed(startsNarrow);
  // Until its scripts run, the page is readable, but clicks and input would be lost.
  const isAlive = usePerSide(
    () => true,
    () => false,
  );
  const hasLayers = useAfterPaint();
  return (
    <div className="flex h-dvh flex-col" inert={!isAlive}>
      <a
        href="#content"
        className={cn(
          'sr-only z-50 rounded-md bg-accent-solid px-3 py-1.5 text-on-solid',
          'focus:not-sr-only focus:absolute focus:top-2 focus:left-2',
        )}
      >
        Skip to content
      </a>
      <OfflineBanner />
      <NarrowBar />
      <div className="flex min-h-0 flex-1">
        <div className="border-line border-r max-md:hidden">
          <Sidebar collapsed={collapsed} />
        </div>
        <main
          id="content"
          tabIndex={-1}
          data-focus-home
          className="flex min-w-0 flex-1 flex-col overflow-y-auto outline-none"
        >
          {children}
        </main>
      </div>
      <ShellCommands />
      <ShortcutListener />
      {hasLayers ? <LatePart from={layers}>{({ ShellLayers }) => <ShellLayers />}</LatePart> : null}
    </div>
  );
}

function NarrowBar() {
  const [open, setOpen] = useState(false);
  const pathname = usePathname();
  const { name } = useWorkspace();
  useEffect(() => {
    if (pathname !== '') setOpen(false); // navigation closes the menu
  }, [pathname]);
  return (
    <header className="flex h-11 shrink-0 items-center gap-1 border-line border-b px-2 md:hidden">
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger asChild>
          <IconButton label="Open menu">
            <Menu />
          </IconButton>
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-30 animate-fade bg-overlay md:hidden" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-40 animate-fade bg-canvas shadow-float outline-none md:hidden"
          >
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
            <Sidebar collapsed={false} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <span className="min-w-0 truncate font-medium">{name}</span>
    </header>
  );
}
