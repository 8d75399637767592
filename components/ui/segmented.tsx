'use client';

import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './class-names';

export interface SegmentedProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  options: ReadonlyArray<{ value: Value; label: ReactNode; title?: string }>;
  'aria-label': string;
  className?: string;
}

/** A choice of a few options, all visible. */
export function Segmented<Value extends string>({
  value,
  onValueChange,
  options,
  className,
  ...rest
}: SegmentedProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      onValueChange={(chosen) => {
        const option = options.find((candidate) => candidate.value === chosen);
        if (option) onValueChange(option.value);
      }}
      className={cn('inline-flex h-8 items-center rounded-md bg-pressed p-0.5', className)}
      {...rest}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          title={option.title}
          className={cn(
            'inline-flex h-7 items-center gap-1.5 rounded-[5px] px-2.5 text-muted text-xs hover:text-ink',
            'data-[state=on]:bg-surface data-[state=on]:font-medium data-[state=on]:text-ink',
            'data-[state=on]:shadow-lift dark:data-[state=on]:bg-line-strong [&_svg]:size-3.5',
          )}
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
