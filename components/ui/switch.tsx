'use client';

import { Switch as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './class-names';
import { useFieldControl } from './field';

export interface SwitchProps extends Omit<ComponentProps<typeof Radix.Root>, 'children'> {
  /** The label beside the switch; without it, use a Field or give `aria-label`. */
  label?: ReactNode;
  help?: ReactNode;
}

export function Switch({ label, help, className, ...props }: SwitchProps) {
  const ownId = useId();
  const wiring = useFieldControl();
  const id = props.id ?? wiring.id ?? ownId;
  const knob = (
    <Radix.Root
      {...wiring}
      aria-describedby={help ? `${id}-help` : wiring['aria-describedby']}
      className={cn(
        'relative h-4.5 w-8 shrink-0 rounded-full bg-line-strong transition-colors',
        'duration-150 disabled:opacity-50 data-[state=checked]:bg-accent-solid',
        className,
      )}
      {...props}
      id={id}
    >
      <Radix.Thumb
        className={cn(
          'block size-3.5 translate-x-0.5 rounded-full bg-white shadow-sm',
          'transition-transform duration-150 data-[state=checked]:translate-x-4',
        )}
      />
    </Radix.Root>
  );
  if (!label) return knob;
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-ink text-sm">
          {label}
        </label>
        {help ? (
          <p id={`${id}-help`} className="text-muted text-xs">
            {help}
          </p>
        ) : null}
      </div>
      {knob}
    </div>
  );
}
