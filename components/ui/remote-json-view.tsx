'use client';

import { Button } from './button';
import { formatBytes } from './format-quantity';
import { type JsonTreeOptions, JsonTreeView } from './json-tree-view';
import { Notice } from './notice';
import type { RemoteSource } from './remote-source';
import { useRemoteJson } from './use-remote-json';

export interface RemoteJsonViewProps extends JsonTreeOptions {
  from: RemoteSource;
  bytes: number;
  /** The name of the file that can be downloaded from the same address. */
  fileName: string;
}

/** A value of many megabytes as a tree. A worker parses and searches it to keep the page responsive. */
export function RemoteJsonView({ from, bytes, fileName, ...options }: RemoteJsonViewProps) {
  const json = useRemoteJson(from);
  if (json.status === 'failed') return <Notice tone="danger">Couldn’t load it: {json.problem}</Notice>;
  if (json.status === 'loading')
    return (
      <p
        role="status"
        className="rounded-lg border border-line bg-sunken px-3 py-6 text-center text-muted text-sm"
      >
        Loading {formatBytes(bytes)}…
      </p>
    );
  const download = (
    <Button variant="ghost" size="sm" className="h-6" asChild>
      <a href={from.url} download={fileName}>
        Download
      </a>
    </Button>
  );
  return <JsonTreeView {...options} source={json.source} actions={download} />;
}
