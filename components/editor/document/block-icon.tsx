import { createElement } from 'react';
import type { IconDrawing } from '@/lib/core/blocks/block';

/** The icon of a block's definition, in the text's colour. */
export function BlockIcon({ icon, className }: { icon: IconDrawing; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={24}
      height={24}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden
    >
      {icon.map(([element, attributes], index) => createElement(element, { key: index, ...attributes }))}
    </svg>
  );
}
