'use client';

import { ChevronDown } from 'lucide-react';
import { cn } from '../../ui/class-names';
import { toggleCollapsed } from '../store/container-actions';
import { useEditorStore } from '../store/editor-context';

/** Shows a container as one block, or its frame again. */
export function CollapseButton(props: { blockId: string; name: string; isCollapsed: boolean }) {
  const { blockId, name, isCollapsed } = props;
  const store = useEditorStore();
  const words = `${isCollapsed ? 'Expand' : 'Collapse'} ${name}`;
  return (
    <button
      type="button"
      aria-label={words}
      aria-expanded={!isCollapsed}
      title={words}
      onClick={(event) => {
        event.stopPropagation();
        toggleCollapsed(store, blockId);
      }}
      className={cn(
        'nodrag flex size-6 shrink-0 items-center justify-center rounded-md',
        'text-faint hover:bg-hover hover:text-ink [&_svg]:size-4',
      )}
    >
      <ChevronDown aria-hidden className={cn('transition-transform', isCollapsed && '-rotate-90')} />
    </button>
  );
}
