import { cn } from '../ui/class-names';
import { errorGuidePath } from './paths';

/** Opens the guide's section about a code. */
export function GuideLink({ code, className }: { code: string; className?: string }) {
  return (
    <a
      href={errorGuidePath(code)}
      target="_blank"
      rel="noopener"
      aria-label={`Guide to ${code}`}
      className={cn('rounded-sm text-muted underline underline-offset-2 hover:text-ink', className)}
    >
      Guide
    </a>
  );
}

/** The code of an error, with a link to its section in the guides. */
export function ErrorCode({ code }: { code: string }) {
  return (
    <p className="mt-1 flex flex-wrap gap-x-2 text-2xs">
      <span className="font-mono">{code}</span>
      <GuideLink code={code} />
    </p>
  );
}
