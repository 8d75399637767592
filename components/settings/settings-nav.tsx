'use client';

import { usePathname } from 'next/navigation';
import { SETTINGS_SECTIONS, settingsPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Link } from '@/components/ui/link';
import { cn } from '../ui/class-names';

/** On narrow screens the sections are in a scrolling row. */
const revealInViewport = (link: HTMLElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });

export function SettingsNav() {
  const { id } = useWorkspace();
  const pathname = usePathname();
  return (
    <nav
      aria-label="Settings"
      className={cn(
        'flex shrink-0 gap-1 overflow-x-auto border-line border-b px-4 py-2 md:w-48 md:shrink-0',
        'md:flex-col md:gap-0.5 md:overflow-visible md:border-0 md:px-0 md:py-6 md:pl-6',
      )}
    >
      {SETTINGS_SECTIONS.map((section) => {
        const href = settingsPath(id, section.id);
        return (
          <Link
            key={section.id}
            href={href}
            aria-current={pathname === href ? 'page' : undefined}
            ref={pathname === href ? revealInViewport : undefined}
            className={cn(
              'flex h-8 shrink-0 items-center rounded-md px-2.5 text-muted hover:bg-hover hover:text-ink',
              'aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink',
            )}
          >
            {section.title}
          </Link>
        );
      })}
    </nav>
  );
}
