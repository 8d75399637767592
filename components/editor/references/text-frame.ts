import type { Field } from '@/lib/core/blocks/field';
import { cn } from '../../ui/class-names';
import type { TextLanguage } from './editor-marks';

export interface ReferenceInputProps {
  blockId: string;
  value: string;
  /** Of the field: whether references may name the iteration, and what is inside. */
  when?: Field['perIteration'];
  /** Of a tool: what `<args.…>` may name, separated by spaces. */
  args?: string;
  onChange: (value: string) => void;
  multiline?: boolean;
  mono?: boolean;
  placeholder?: string | undefined;
  readOnly?: boolean;
  /** Without a Field around it, its accessible name. */
  'aria-label'?: string;
  invalid?: boolean;
  /** Lines shown before it scrolls. */
  minRows?: number;
  className?: string;
  /** JSON and JavaScript are coloured, and said to be wrong where they are. */
  language?: TextLanguage;
  /** Of a text in GraphQL: what its server told of its schema, once somebody has asked it. */
  schema?: object | undefined;
  /** Of a text that is no code: where whole outputs are references in it; alone, unless something is said. */
  whole?: 'none' | 'value';
  /** Taken as it stands: no references, no variables. */
  plain?: boolean;
  /** One reference and nothing else: offered without `<`. */
  lone?: boolean;
  onEnter?: () => void;
  onBlur?: () => void;
}

/** Where a caret is, and what is selected, when a text goes from one element into another. */
export interface Caret {
  anchor: number;
  head: number;
}

export interface LoadedEditorProps extends ReferenceInputProps {
  /**
   * What had the focus leaves its caret here as it goes, and the editor that comes takes it: keys go on where
   * they were.
   */
  handedOver: { current: Caret | null };
}

/** The border and ground of a text. */
export const frameClasses = cn(
  'relative w-full min-w-0 overflow-hidden rounded-md border border-line-strong',
  'bg-surface text-ink text-sm leading-5 shadow-lift transition-colors duration-100',
  'focus-within:border-focus focus-within:outline-1 focus-within:outline-focus',
  'has-[[aria-invalid=true]]:border-danger dark:bg-sunken max-sm:text-lg',
);

/** The line under JSON and code; its place is kept while the editor is on its way. */
export const syntaxLineClasses = 'min-h-[25px] border-line border-t';

/** Lines of a text of several, unless it says otherwise. */
export const DEFAULT_MIN_ROWS = 6;
/** A text that is longer scrolls. */
export const MAX_ROWS = 18;
export const ROW_PX = 20;
const PADDING_PX = 10;

/** Height in pixels of so many lines. */
export const heightOfRows = (rows: number) => rows * ROW_PX + PADDING_PX;
