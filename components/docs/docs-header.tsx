'use client';

import { Logo } from '@/components/page/logo';
import { GUIDES_PATH } from '@/components/page/paths';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { ThemeToggle } from '@/components/ui/theme-toggle';
import { cn } from '../ui/class-names';

/** `title` names the open part of the documentation; the other part is a link. */
export function DocsHeader({ title }: { title: 'Guides' | 'API reference' }) {
  const [other, address] =
    title === 'Guides' ? (['API reference', '/docs'] as const) : (['Guides', GUIDES_PATH] as const);
  return (
    <header
      className={cn(
        'sticky top-0 z-20 flex h-12 items-center gap-3',
        'border-line border-b bg-canvas/90 px-4 backdrop-blur',
      )}
    >
      <Link href="/" className="flex items-center gap-2 font-semibold">
        <Logo className="size-6" />
        Millrace
      </Link>
      <span className="text-faint max-sm:hidden">{title}</span>
      <div className="ml-auto flex items-center gap-2">
        <Button asChild variant="ghost" size="sm">
          <Link href={address}>{other}</Link>
        </Button>
        <Button asChild variant="ghost" size="sm" className="max-sm:hidden">
          <a href="/api/v1/openapi.json">openapi.json</a>
        </Button>
        <ThemeToggle />
        <Button asChild size="sm" className="max-sm:hidden">
          <Link href="/">Open the app</Link>
        </Button>
      </div>
    </header>
  );
}
