'use client';

import { Code, Hash, Link as LinkIcon } from 'lucide-react';
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
import type { LogDetail } from '@/lib/services/logs/schema';
import type { Snippets } from './log-snippet';

interface CopyQueryMenuProps {
  label?: string;
  /** Ids of what is shown, each with its name. */
  ids?: ReadonlyArray<{ name: string; id: string }>;
  snippets: () => Snippets;
}

/** Copies what is shown for a terminal, for code, or as a link for a colleague; and its ids. */
export function CopyQueryMenu({ label = 'Copy as…', ids = [], snippets }: CopyQueryMenuProps) {
  const copy = async (text: string, what: string) => {
    if (await copyText(text)) toast.success(`${what} copied`);
    else toast.error('The browser did not allow copying.');
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm">
          <Code aria-hidden />
          <span className="max-sm:sr-only">{label}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {ids.map(({ name, id }) => (
          <DropdownMenuItem key={name} onSelect={() => copy(id, name)}>
            <Hash aria-hidden />
            <span>
              {name}
              <span className="block font-mono text-2xs text-faint">{id}</span>
            </span>
          </DropdownMenuItem>
        ))}
        {ids.length === 0 ? null : <DropdownMenuSeparator />}
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

/** Returns the ids of a run. */
export function idsOf(log: Pick<LogDetail, 'id' | 'executionId' | 'parentExecutionId'>) {
  const parent = log.parentExecutionId;
  return [
    { name: 'Log id', id: log.id },
    { name: 'Execution id', id: log.executionId },
    ...(parent === undefined ? [] : [{ name: 'Parent execution id', id: parent }]),
  ];
}
