'use client';

import { type ComponentProps, useRef } from 'react';
import { cn } from './class-names';
import { useOverflow } from './use-overflow';

/** Scrolls horizontally itself, also by keyboard, so that a wide table never widens the page. */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  const box = useRef<HTMLDivElement>(null);
  const scrolls = useOverflow(box);
  return (
    // "relative" contains the texts for screen readers, which would otherwise widen the page.
    <div
      ref={box}
      data-scrolls={scrolls || undefined}
      className="group/table relative scroll-pr-32 overflow-x-auto rounded-lg border border-line bg-surface"
      {...(scrolls ? { role: 'group', 'aria-label': 'Table, scrolls sideways', tabIndex: 0 } : {})}
    >
      <table className={cn('w-full border-collapse text-left text-sm', className)} {...props} />
    </div>
  );
}

export function TableHead({ className, ...props }: ComponentProps<'thead'>) {
  return <thead className={cn('border-line border-b bg-sunken/60', className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return <tr className={cn('border-line not-last:border-b', className)} {...props} />;
}

/** A header without text is rendered as an ordinary cell. */
export function TableHeader({ className, children, ...props }: ComponentProps<'th'>) {
  const classes = cn('h-8 whitespace-nowrap px-3 font-medium text-muted text-xs', className);
  if (children === undefined) return <td className={classes} {...props} />;
  return (
    <th scope="col" className={classes} {...props}>
      {children}
    </th>
  );
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return <td className={cn('h-10 px-3 py-1.5 align-middle', className)} {...props} />;
}

export function TableActionsHeader() {
  return (
    <TableHeader>
      <span className="sr-only">Actions</span>
    </TableHeader>
  );
}

/** A row's buttons: they stay visible at the right edge while the table scrolls. */
export function TableActions({ className, ...props }: ComponentProps<'td'>) {
  return (
    <TableCell
      className={cn(
        'sticky right-0 whitespace-nowrap bg-surface text-right before:absolute',
        'before:inset-y-0 before:left-0 before:w-px group-data-scrolls/table:before:bg-line',
        className,
      )}
      {...props}
    />
  );
}
