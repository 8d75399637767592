'use client';

import type { ComponentProps } from 'react';
import { cn } from './class-names';
import { useFieldControl } from './field';
import { controlClasses } from './input';

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldControl()}
      className={cn(controlClasses, 'min-h-20 py-1.5', className)}
      {...props}
    />
  );
}
