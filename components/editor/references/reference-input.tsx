'use client';

import { lazy, Suspense } from 'react';
import { cn } from '../../ui/class-names';
import {
  DEFAULT_MIN_ROWS,
  frameClasses,
  heightOfRows,
  type ReferenceInputProps,
  syntaxLineClasses,
} from './text-frame';

// The editor's engine is most of the weight of this page; the canvas comes first.
const TextEditor = lazy(() => import('./text-editor'));

/** A text in which `<` offers what earlier blocks put out and `{{` the workspace's variables. */
export function ReferenceInput(props: ReferenceInputProps) {
  return (
    <Suspense fallback={<StillText {...props} />}>
      <TextEditor {...props} />
    </Suspense>
  );
}

/** The same place on the page while the editor is on its way. */
function StillText({
  value,
  multiline,
  mono,
  minRows = DEFAULT_MIN_ROWS,
  language = 'text',
  className,
}: ReferenceInputProps) {
  return (
    <div className={cn(frameClasses, mono && 'font-mono text-xs', className)} aria-busy>
      <div
        className={cn(
          'overflow-hidden px-2.5 py-[5px]',
          multiline ? 'whitespace-pre-wrap' : 'whitespace-pre',
        )}
        style={{ minHeight: heightOfRows(multiline ? minRows : 1) }}
      >
        {value}
      </div>
      {language === 'text' ? null : <div className={syntaxLineClasses} />}
    </div>
  );
}
