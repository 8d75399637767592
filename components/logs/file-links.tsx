'use client';

import { Download } from 'lucide-react';
import { formatBytes } from '@/components/ui/format-quantity';
import type { LogFile } from '@/lib/services/logs/schema';

/** Download links for the binary outputs of a run. */
export function FileLinks({ files }: { files: readonly LogFile[] }) {
  return (
    <ul className="flex flex-col items-start">
      {files.map(({ id, name, contentType, size, url }) => (
        <li key={id} className="max-w-full">
          <a
            href={url}
            download={name}
            className="group flex items-center gap-2 rounded-sm py-0.5 text-accent focus-visible:outline-2"
          >
            <Download aria-hidden className="size-3.5 shrink-0" />
            <span className="min-w-0 truncate group-hover:underline">{name}</span>
            <span className="tabular shrink-0 text-faint text-xs">
              {formatBytes(size)} · {contentType}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
