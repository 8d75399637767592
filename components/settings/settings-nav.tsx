'use client';

import { ChevronDown } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useId, useState } from 'react';
import { settingsPath, settingsSectionsOf } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Link } from '@/components/ui/link';
import { cn } from '../ui/class-names';

/** The settings' pages: a column, on narrow screens folded under the name of the current one. */
export function SettingsNav() {
  const { id, me } = useWorkspace();
  const sections = settingsSectionsOf(me);
  const pathname = usePathname();
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const current = sections.find((section) => settingsPath(id, section.id) === pathname);
  return (
    <nav
      aria-label="Settings"
      className="shrink-0 border-line border-b px-4 py-2 md:w-48 md:border-0 md:py-6 md:pr-0 md:pl-6"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
        className="flex h-9 w-full items-center gap-2 rounded-md px-2.5 font-medium hover:bg-hover md:hidden"
      >
        <span className="flex-1 text-left">{current?.title ?? 'Settings'}</span>
        <ChevronDown className={cn('size-4 text-faint', isOpen && 'rotate-180')} aria-hidden />
      </button>
      <div id={listId} className={cn('flex flex-col gap-0.5', !isOpen && 'max-md:hidden')}>
        {sections.map((section) => {
          const href = settingsPath(id, section.id);
          return (
            <Link
              key={section.id}
              href={href}
              aria-current={pathname === href ? 'page' : undefined}
              onClick={() => setOpen(false)}
              className={cn(
                'flex h-8 shrink-0 items-center rounded-md px-2.5 text-muted hover:bg-hover hover:text-ink',
                'aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink',
              )}
            >
              {section.title}
            </Link>
          );
        })}
      </div>
    </nav>
  );
}
