'use client';

import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names';

export const buttonVariants = cva(
  [
    'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap',
    'rounded-md font-medium transition-colors duration-100 disabled:opacity-50',
    'aria-disabled:opacity-50 aria-busy:opacity-80 [&_svg]:size-4 [&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        primary: 'bg-accent-solid text-on-solid shadow-lift hover:not-disabled:bg-accent-solid-hover',
        secondary: [
          'border border-line-strong bg-surface text-ink shadow-lift',
          'hover:not-disabled:bg-[linear-gradient(var(--hover),var(--hover))]',
        ],
        ghost: 'text-muted hover:not-disabled:bg-hover hover:not-disabled:text-ink',
        danger: 'bg-danger-solid text-on-solid shadow-lift hover:not-disabled:bg-danger-solid-hover',
        link: 'h-auto! px-0! text-accent underline-offset-2 hover:underline',
      },
      size: {
        sm: 'h-7 px-2 text-xs',
        md: 'h-8 px-3 text-sm',
        lg: 'h-9 px-4 text-base',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Renders the only child (a link, for example) as the button. */
  asChild?: boolean;
  /** While true, clicks are ignored and the label stays readable. */
  busy?: boolean;
}

export function Button({ className, variant, size, asChild, busy, disabled, type, ...props }: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className);
  if (asChild) return <Slot.Root className={classes} {...props} />;
  const acts = type === 'submit' || variant === 'primary' || variant === 'danger';
  return (
    <button
      type={type ?? 'button'}
      className={classes}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      // Marks the main button of the surrounding layer, which Ctrl+Enter presses.
      data-main={variant === 'primary' || variant === 'danger' || undefined}
      {...props}
      onClick={acts ? once(props.onClick) : props.onClick}
    />
  );
}

/** Ignores the second click of a double click, because it must not repeat a permanent action. */
function once(onClick: ComponentProps<'button'>['onClick']): ComponentProps<'button'>['onClick'] {
  return (event) => {
    if (event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
}
