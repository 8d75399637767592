'use client';

import type { ComponentProps } from 'react';
import { cn } from './class-names';
import { useFieldControl } from './field';

export const controlClasses = cn(
  'w-full rounded-md border border-line-strong bg-surface px-2.5 text-ink text-sm',
  'shadow-lift transition-colors duration-100 hover:not-disabled:not-focus:not-aria-invalid:border-faint',
  'focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0',
  'disabled:opacity-60 aria-invalid:border-danger dark:bg-sunken max-sm:text-lg',
);

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...useFieldControl()} className={cn(controlClasses, 'h-8', className)} {...props} />;
}
