import type { Field } from '@/lib/core/blocks/field';
import { cn } from '../../ui/class-names';
import type { TextLanguage } from './editor-marks';

export interface ReferenceInputProps {
  blockId: string;
  value: string;
  /** From the field: if references may name the iteration, and the blocks inside. */
  when?: Field['perIteration'];
  /** From a tool: the names after `<args.`, separated by spaces. */
  args?: string;
  onChange: (value: string) => void;
  multiline?: boolean;
  mono?: boolean;
  placeholder?: string | undefined;
  readOnly?: boolean;
  /** The accessible name, if there is no Field around it. */
  'aria-label'?: string;
  invalid?: boolean;
  /** Lines shown before it scrolls. */
  minRows?: number;
  className?: string;
  /** JSON and JavaScript are highlighted, and their problems are marked. */
  language?: TextLanguage;
  /** For a GraphQL text: the server's schema, once it was fetched. */
  schema?: object | undefined;
  /** For a text that isn't code: where whole outputs are references in it; by default only alone. */
  whole?: 'none' | 'value';
  /** Literal text: no references, no variables. */
  plain?: boolean;
  /** Only one reference: offered without `<`. */
  lone?: boolean;
  onEnter?: () => void;
  onBlur?: () => void;
}

/** The caret and selection, when a text moves from one element to another. */
export interface Caret {
  anchor: number;
  head: number;
}

export interface LoadedEditorProps extends ReferenceInputProps {
  /**
   * The unmounted element stores its caret here, and the mounted editor takes it, so that typing continues
   * at the same place.
   */
  handedOver: { current: Caret | null };
}

/** The border and background of a text. */
export const frameClasses = cn(
  'relative w-full min-w-0 overflow-hidden rounded-md border border-line-strong',
  'bg-surface text-ink text-sm leading-5 shadow-lift transition-colors duration-100',
  'focus-within:border-focus focus-within:outline-1 focus-within:outline-focus',
  'has-[[aria-invalid=true]]:border-danger dark:bg-sunken max-sm:text-lg',
);

/** The line under JSON and code; its space is reserved while the editor is loading. */
export const syntaxLineClasses = 'min-h-[25px] border-line border-t';

/** The default number of lines of a multi-line text. */
export const DEFAULT_MIN_ROWS = 6;
/** Longer texts scroll. */
export const MAX_ROWS = 18;
export const ROW_PX = 20;
const PADDING_PX = 10;

/** Returns the height in pixels of this number of lines. */
export const heightOfRows = (rows: number) => rows * ROW_PX + PADDING_PX;
