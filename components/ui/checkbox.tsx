'use client';

import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './class-names';

export interface CheckboxProps
  extends Omit<ComponentProps<typeof Radix.Root>, 'children' | 'onCheckedChange'> {
  onCheckedChange?: (checked: boolean) => void;
  /** Without it, give `aria-label`. */
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
      className={cn(
        // The box is 16 px; one may miss it by 4.
        'relative m-1 flex size-4 shrink-0 after:absolute after:-inset-1 items-center justify-center rounded-sm border border-line-strong bg-surface shadow-lift disabled:opacity-50 data-[state=checked]:border-accent-solid data-[state=indeterminate]:border-accent-solid data-[state=checked]:bg-accent-solid data-[state=indeterminate]:bg-accent-solid dark:bg-sunken',
        label ? 'mt-0.5' : '',
        className,
      )}
      {...props}
    >
      <Radix.Indicator className="group text-on-solid">
        <Check className="size-3 group-data-[state=indeterminate]:hidden" strokeWidth={3} aria-hidden />
        <Minus className="hidden size-3 group-data-[state=indeterminate]:block" strokeWidth={3} aria-hidden />
      </Radix.Indicator>
    </Radix.Root>
  );
  if (!label) return box;
  return (
    <div className="flex items-start gap-2">
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
