import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type LogQuery, writeQuery } from './typed-query';
import type { FilterChoices } from './typed-query-keys';

/**
 * The text of the query field, which follows the filters except while somebody types.
 * @returns the text, the text of the applied filters, and a function that sets the caret after a change
 */
export function useQueryDraft(
  field: RefObject<HTMLInputElement | null>,
  { filters, q }: LogQuery,
  choices: FilterChoices,
) {
  const written = useMemo(() => writeQuery({ filters, q }, choices), [filters, q, choices]);
  const [text, setText] = useState(written);
  const applied = useRef(written);
  useEffect(() => {
    const isTyping = document.activeElement === field.current && field.current?.value !== applied.current;
    applied.current = written;
    if (!isTyping) setText(written);
  }, [written, field]);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const placeCaret = useCallback((place: number) => {
    caret.current = place;
  }, []);
  return { text, written, setText, placeCaret };
}
