'use client';

import { useLayoutEffect, useRef } from 'react';
import { cn } from '../../ui/class-names';
import { useFieldControl } from '../../ui/field';
import {
  DEFAULT_MIN_ROWS,
  frameClasses,
  heightOfRows,
  type LoadedEditorProps,
  MAX_ROWS,
  ROW_PX,
  syntaxLineClasses,
} from './text-frame';

/** The left edge of code lines, after line numbers and folds (`codeTheme`). */
const CODE_INDENT_PX = 42;

/** The space that a text leaves for the button that offers values. */
const BESIDE_BUTTON_PX = 34;

export interface StandInProps extends LoadedEditorProps {
  /** True while an input method composes: the element must stay until it is done. */
  onComposing: (isComposing: boolean) => void;
}

/**
 * Takes the editor's place on the page while it is loading. It takes the focus and typed text, and hands
 * both over, so that keyboard users need not wait for the code to load.
 */
export function StandIn({ handedOver, onComposing, ...props }: StandInProps) {
  const { value, multiline = false, mono, minRows = DEFAULT_MIN_ROWS, language = 'text' } = props;
  const text = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = text.current;
    // Runs on unmount, while the element still has the focus.
    return () => {
      if (element === null || document.activeElement !== element) return;
      const { selectionStart: from, selectionEnd: to, selectionDirection } = element;
      handedOver.current =
        selectionDirection === 'backward' ? { anchor: to, head: from } : { anchor: from, head: to };
    };
  }, [handedOver]);
  const hasButton = language === 'text' && props.readOnly !== true && props.plain !== true;
  const hasGutter = language !== 'text' && language !== 'expression';
  return (
    <div className={cn(frameClasses, mono && 'font-mono text-xs', props.className)} aria-busy>
      <textarea
        ref={text}
        {...useFieldControl()}
        {...(props['aria-label'] === undefined ? {} : { 'aria-label': props['aria-label'] })}
        {...(props.invalid ? { 'aria-invalid': true } : {})}
        value={value}
        placeholder={props.placeholder}
        readOnly={props.readOnly}
        rows={1}
        spellCheck={false}
        autoCorrect="off"
        autoCapitalize="off"
        onChange={(event) =>
          props.onChange(multiline ? event.target.value : event.target.value.replaceAll('\n', ' '))
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || multiline || event.metaKey || event.ctrlKey) return;
          if (event.nativeEvent.isComposing) return;
          event.preventDefault();
          props.onEnter?.();
        }}
        onBlur={() => props.onBlur?.()}
        onCompositionStart={() => onComposing(true)}
        onCompositionEnd={() => onComposing(false)}
        className={cn(
          'field-sizing-content block w-full resize-none bg-transparent px-2.5 py-[5px] outline-none',
          'placeholder:text-faint [scrollbar-width:thin]',
          multiline ? 'whitespace-break-spaces [overflow-wrap:anywhere]' : 'overflow-hidden whitespace-pre',
        )}
        style={{
          ...(hasGutter ? { paddingLeft: CODE_INDENT_PX } : {}),
          ...(hasButton ? { paddingRight: BESIDE_BUTTON_PX } : {}),
          lineHeight: `${ROW_PX}px`,
          minHeight: heightOfRows(multiline ? minRows : 1),
          maxHeight: heightOfRows(multiline ? MAX_ROWS : 1),
        }}
      />
      {language === 'text' ? null : <div className={syntaxLineClasses} />}
    </div>
  );
}
