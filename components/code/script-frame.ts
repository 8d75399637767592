import { cn } from '../ui/class-names';

export interface ScriptInputProps {
  value: string;
  onChange: (code: string) => void;
  readOnly: boolean;
}

/** The border, background and size of a script, before and after its editor has loaded. */
export const scriptFrame = cn(
  'w-full min-w-0 overflow-hidden rounded-md border border-line-strong bg-surface font-mono text-ink text-xs',
  'shadow-lift transition-colors duration-100 focus-within:border-focus focus-within:outline-1',
  'focus-within:outline-focus has-[[aria-invalid=true]]:border-danger dark:bg-sunken',
  '[contain:inline-size] [&_.cm-editor]:max-h-96 [&_.cm-editor]:min-h-40 [&_.cm-scroller]:min-h-40',
);
