import { cn } from './class-names';
import { CopyButton } from './copy-button';

/** Text to copy: a command, a snippet, a body. */
export function CodeBlock({ code, label, wrap = false }: { code: string; label: string; wrap?: boolean }) {
  return (
    <div className="group relative overflow-hidden rounded-lg border border-line bg-sunken pr-9">
      <pre
        translate="no"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className={cn(
          'max-h-96 overflow-auto p-3 pr-1 font-mono text-xs leading-5',
          'focus-visible:-outline-offset-2',
          wrap && 'wrap-anywhere whitespace-pre-wrap',
        )}
      >
        <code>{code}</code>
      </pre>
      <CopyButton label={`Copy ${label}`} text={code} className="absolute top-1.5 right-1.5" />
    </div>
  );
}
