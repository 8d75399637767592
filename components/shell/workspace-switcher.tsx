'use client';

import { ChevronsUpDown, Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { CreateWorkspaceDialog } from '../page/create-workspace-dialog';
import { workspacePath } from '../page/paths';
import { useWorkspace } from '../page/workspace-context';
import { cn } from '../ui/class-names';
import { Avatar } from './avatar';

export function WorkspaceSwitcher({ collapsed }: { collapsed: boolean }) {
  const { id, name, me } = useWorkspace();
  const [creating, setCreating] = useState(false);
  const router = useRouter();
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger
          className={cn(
            'mb-1 flex h-9 items-center gap-2 rounded-md text-left',
            'hover:bg-hover data-[state=open]:bg-hover',
            collapsed ? 'justify-center' : 'px-1.5',
          )}
        >
          <span className="sr-only">Workspace: {collapsed ? name : ''}</span>
          <Avatar of={name} />
          {collapsed ? null : (
            <>
              <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
              <ChevronsUpDown className="size-3.5 text-faint" aria-hidden />
            </>
          )}
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start" className="w-60">
          <DropdownMenuLabel>Workspaces</DropdownMenuLabel>
          <DropdownMenuRadioGroup value={id} onValueChange={(chosen) => router.push(workspacePath(chosen))}>
            {me.workspaces.map((workspace) => (
              <DropdownMenuRadioItem key={workspace.id} value={workspace.id}>
                <span className="min-w-0 flex-1 truncate">{workspace.name}</span>
                <span className="text-faint text-xs">{workspace.role}</span>
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => setCreating(true)}>
            <Plus aria-hidden />
            New workspace…
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <CreateWorkspaceDialog open={creating} onOpenChange={setCreating} />
    </>
  );
}
