'use client';

import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './class-names';

export interface CheckboxProps
  extends Omit<ComponentProps<typeof Radix.Root>, 'children' | 'onCheckedChange'> {
  onCheckedChange?: (checked: boolean) => void;
  /** If absent, give `aria-label`. */
  label?: ReactNode;
  help?: ReactNode;
}

export function Checkbox({ label, help, className, onCheckedChange, id, ...props }: CheckboxProps) {
  const ownId = useId();
  const boxId = id ?? ownId;
  const box = (
    <Radix.Root
      id={boxId}
      aria-describedby={help ? `${boxId}-help` : undefined}
      onCheckedChange={(checked) => onCheckedChange?.(checked === true)}
      // The box is 16 px, the target area 24.
      className={cn(
        'group/box flex size-6 shrink-0 items-center justify-center rounded-md disabled:opacity-50',
        label ? '-my-0.5' : '',
        className,
      )}
      {...props}
    >
      <span
        className={cn(
          'flex size-4 items-center justify-center rounded-sm border border-line-strong',
          'bg-surface shadow-lift group-data-[state=checked]/box:border-accent-solid',
          'group-data-[state=indeterminate]/box:border-accent-solid',
          'group-data-[state=checked]/box:bg-accent-solid',
          'group-data-[state=indeterminate]/box:bg-accent-solid dark:bg-sunken',
        )}
      >
        <Radix.Indicator className="text-on-solid">
          <Check className="size-3 group-data-[state=indeterminate]/box:hidden" strokeWidth={3} aria-hidden />
          <Minus
            className="hidden size-3 group-data-[state=indeterminate]/box:block"
            strokeWidth={3}
            aria-hidden
          />
        </Radix.Indicator>
      </span>
    </Radix.Root>
  );
  if (!label) return box;
  return (
    <div className="flex items-start gap-1">
      {box}
      <div className="min-w-0">
        <label htmlFor={boxId} className="text-ink text-sm">
          {label}
        </label>
        {help ? (
          <p id={`${boxId}-help`} className="text-muted text-xs">
            {help}
          </p>
        ) : null}
      </div>
    </div>
  );
}
