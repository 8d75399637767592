'use client';

import { type ChangeEvent, useEffect, useState } from 'react';
import { typedNumber, whyNoNumber } from './typed-number';

/**
 * The text of a field for a number. What is being typed stays as it was typed; `onChange` gets each number, and
 * undefined for an empty field. A text that is no number changes nothing and has a `problem`.
 */
export function useTypedNumber(
  value: number | undefined,
  onChange: (value: number | undefined) => void,
): { problem: string | null; input: NumberInputProps } {
  const [text, setText] = useState(() => textOf(value));
  // Undo and other editors change the value too.
  useEffect(() => {
    setText((typed) => (means(typed, value) ? typed : textOf(value)));
  }, [value]);
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setText(target.value);
    const number = typedNumber(target.value);
    if (target.value.trim() === '') onChange(undefined);
    else if (!Number.isNaN(number)) onChange(number);
  };
  return { problem: whyNoNumber(text), input: { inputMode: 'decimal', value: text, onChange: change } };
}

interface NumberInputProps {
  inputMode: 'decimal';
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));

const means = (text: string, value: number | undefined): boolean =>
  value === undefined ? text.trim() === '' : typedNumber(text) === value;
