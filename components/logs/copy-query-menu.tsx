'use client';

import { Code, Link as LinkIcon } from 'lucide-react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/copy-text';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import type { Snippets } from './log-snippet';

/** Copies the current list for a terminal, for code, or as a link for a colleague. */
export function CopyQueryMenu({ snippets }: { snippets: () => Snippets }) {
  const copy = async (text: string, what: string) => {
    if (await copyText(text)) toast.success(`${what} copied`);
    else toast.error('The browser did not allow copying.');
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm">
          <Code aria-hidden />
          <span className="max-sm:sr-only">Copy as…</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => copy(snippets().curl, 'curl command')}>curl</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => copy(snippets().typescript, 'TypeScript')}>
          TypeScript
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => copy(window.location.href, 'Link')}>
          <LinkIcon aria-hidden />
          Link to this view
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
