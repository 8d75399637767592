import type { ComponentProps } from 'react';
import { cn } from './class-names';

/** Scrolls sideways by itself, so that a wide table never widens the page. */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    // "relative" holds what is for screen readers alone, which would widen the page from outside the box.
    <div className="relative overflow-x-auto rounded-lg border border-line bg-surface">
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

export function TableHeader({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cn('h-8 whitespace-nowrap px-3 font-medium text-muted text-xs', className)}
      {...props}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return <td className={cn('h-10 px-3 py-1.5 align-middle', className)} {...props} />;
}
