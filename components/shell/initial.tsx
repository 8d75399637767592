/** A name's first letter, as a small square. */
export function Initial({ of }: { of: string }) {
  return (
    <span
      aria-hidden
      className="flex size-6 shrink-0 items-center justify-center rounded-md bg-accent-solid font-semibold text-on-solid text-xs uppercase"
    >
      {[...of.trim()][0] ?? '?'}
    </span>
  );
}
