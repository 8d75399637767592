'use client';

import { X } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react';
import { cn } from './class-names';
import { TEXT_CONTROL } from './focus-after';
import { IconButton } from './icon-button';
import { takeFocus } from './layer';
import { roomFor } from './view-room';

export interface DrawerProps {
  title: ReactNode;
  onClose: () => void;
  /** Shown beside the close button. */
  actions?: ReactNode;
  /** If true, the drawer takes the focus when it opens; otherwise the page keeps it. */
  takesFocus?: boolean;
  /** The handle on its left side, to make it wider. */
  edge?: ReactNode;
  className?: string;
  style?: CSSProperties;
  children: ReactNode;
}

/** True for a control that takes text: Escape there first leaves the control. */
function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT_CONTROL) !== null;
}

/**
 * A panel on the right that leaves the page beside it usable (not a dialog); full screen on narrow screens.
 * Escape inside it closes it; in a field it first leaves the field.
 */
export function Drawer(props: DrawerProps) {
  const { title, onClose, actions, takesFocus = false, edge, className, style, children } = props;
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const drawer = panel.current;
    if (!takesFocus || drawer === null || drawer.contains(document.activeElement)) return;
    takeFocus(drawer, () => drawer.focus());
  }, [takesFocus]);
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      const inside = event.target instanceof Node && panel.current?.contains(event.target);
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (inside && isField(event.target)) panel.current?.focus();
      else if (inside || event.target === document.body) onClose();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [onClose]);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      style={style}
      aria-labelledby={id}
      className={cn(
        'flex min-h-0 animate-slide flex-col border-line bg-surface md:relative',
        'outline-none max-md:fixed max-md:inset-0 max-md:z-30 md:border-l',
        className,
      )}
    >
      {edge}
      <header
        className={cn('flex h-12 shrink-0 items-center justify-between gap-2 border-line border-b pr-2 pl-4')}
      >
        <h2 id={id} className="min-w-0 truncate font-semibold text-base">
          {title}
        </h2>
        <div className="flex items-center gap-0.5">
          {actions}
          <IconButton label="Close panel" shortcut="escape" onClick={onClose}>
            <X />
          </IconButton>
        </div>
      </header>
      {/* The page's header and its own take 3rem each. */}
      <div className="min-h-0 flex-1 overflow-y-auto" style={roomFor('100dvh - 6rem')}>
        {children}
      </div>
    </aside>
  );
}
