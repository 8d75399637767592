import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './class-names';

const badgeVariants = cva(
  [
    'inline-flex h-5 max-w-full items-center gap-1 whitespace-nowrap',
    'rounded-sm px-1.5 font-medium text-2xs [&_svg]:size-3',
  ],
  {
    variants: {
      tone: {
        neutral: 'bg-pressed text-muted',
        accent: 'bg-accent-soft text-accent',
        success: 'bg-success-soft text-success',
        warning: 'bg-warning-soft text-warning',
        danger: 'bg-danger-soft text-danger',
        running: 'bg-running-soft text-running',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type Tone = NonNullable<VariantProps<typeof badgeVariants>['tone']>;

export function Badge({ className, tone, ...props }: ComponentProps<'span'> & { tone?: Tone }) {
  return <span className={cn(badgeVariants({ tone }), className)} {...props} />;
}
