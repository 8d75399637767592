import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

// Our own font size has to be known, or `text-2xs` would be taken for a colour and dropped.
const merge = extendTailwindMerge({ extend: { classGroups: { 'font-size': [{ text: ['2xs'] }] } } });

/** Joins class names; of two that set the same property the later wins. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values));
}
