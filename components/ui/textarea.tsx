'use client';

import type { ComponentProps } from 'react';
import { cn } from './class-names';
import { closeBrackets } from './closing-brackets';
import { useFieldControl } from './field';
import { controlClasses } from './input';

export interface TextareaProps extends ComponentProps<'textarea'> {
  /** It holds JSON: brackets and quotes close by themselves. */
  isJson?: boolean;
}

export function Textarea({ className, isJson, ...props }: TextareaProps) {
  return (
    <textarea
      {...useFieldControl()}
      {...(isJson ? { onKeyDown: closeBrackets } : {})}
      className={cn(controlClasses, 'min-h-20 py-1.5', className)}
      {...props}
    />
  );
}
