'use client';

import { CircleUser, Keyboard, LogOut, SunMoon, UserRound } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { openShortcutSheet } from '@/components/ui/commands';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { setTheme, THEMES, useTheme } from '@/components/ui/theme-toggle';
import { settingsPath } from '../page/paths';
import { signOutHere } from '../page/sign-out';
import { useWorkspace } from '../page/workspace-context';
import { cn } from '../ui/class-names';

export function AccountMenu({ collapsed }: { collapsed: boolean }) {
  const { id, me } = useWorkspace();
  const router = useRouter();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`Account: ${me.name}`}
        className={cn(
          'flex h-8 min-w-0 items-center gap-2 rounded-md text-left text-muted',
          'hover:bg-hover hover:text-ink data-[state=open]:bg-hover',
          collapsed ? 'w-8 justify-center' : 'flex-1 px-2',
        )}
      >
        <CircleUser className="size-4 shrink-0" aria-hidden />
        {collapsed ? null : <span className="min-w-0 truncate">{me.name}</span>}
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" side="top" className="w-60">
        <div className="px-2 py-1.5">
          <p className="truncate font-medium">{me.name}</p>
          <p className="truncate text-faint text-xs">{me.email}</p>
        </div>
        <DropdownMenuSeparator />
        <ThemeMenu />
        <DropdownMenuItem onSelect={() => router.push(settingsPath(id, 'profile'))}>
          <UserRound aria-hidden />
          Profile and password
        </DropdownMenuItem>
        <DropdownMenuItem shortcut="?" onSelect={() => openShortcutSheet(true)}>
          <Keyboard aria-hidden />
          Keyboard shortcuts
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void signOutHere()}>
          <LogOut aria-hidden />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function ThemeMenu() {
  return (
    <DropdownMenuSub>
      <DropdownMenuSubTrigger>
        <SunMoon aria-hidden />
        Theme
      </DropdownMenuSubTrigger>
      <DropdownMenuSubContent>
        <DropdownMenuRadioGroup value={useTheme()}>
          {THEMES.map((theme) => (
            <DropdownMenuRadioItem
              key={theme}
              value={theme}
              className="capitalize"
              onSelect={(event) => {
                event.preventDefault(); // keeps the menu open, so that one can choose again
                setTheme(theme);
              }}
            >
              {theme}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuSubContent>
    </DropdownMenuSub>
  );
}
