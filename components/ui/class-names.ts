import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

// Declares the custom font size, because `text-2xs` would otherwise be removed as a color.
const merge = extendTailwindMerge({ extend: { classGroups: { 'font-size': [{ text: ['2xs'] }] } } });

/** Joins class names; of two that set the same property the later one applies. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values));
}
