'use client';

import type { ComponentProps } from 'react';
import { cn } from './class-names';
import { closeBrackets } from './closing-brackets';
import { useFieldControl } from './field';
import { controlClasses } from './input';

export interface TextareaProps extends ComponentProps<'textarea'> {
  /** If true, the content is JSON, and brackets and quotes are closed automatically. */
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
