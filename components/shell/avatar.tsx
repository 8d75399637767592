import { cn } from '../ui/class-names';

/** A name's first letter in a small square. */
export function Avatar({ of }: { of: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'flex size-6 shrink-0 items-center justify-center rounded-md',
        'bg-accent-solid font-semibold text-on-solid text-xs uppercase',
      )}
    >
      {[...of.trim()][0] ?? '?'}
    </span>
  );
}
