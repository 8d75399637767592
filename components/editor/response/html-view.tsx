'use client';

import { useMemo, useState } from 'react';
import { Segmented } from '../../ui/segmented';
import { formatHtml } from './format-html';
import { RawView } from './raw-view';

const VIEWS = [
  { value: 'source', label: 'Source' },
  { value: 'preview', label: 'Preview' },
] as const;
type View = (typeof VIEWS)[number]['value'];

/**
 * A page that was received as the response: its indented source, and a preview without scripts or anything
 * from the network.
 */
export function HtmlView({ html }: { html: string }) {
  const [view, setView] = useState<View>('source');
  const source = useMemo(() => formatHtml(html), [html]);
  return (
    <div className="flex flex-col gap-2">
      <Segmented aria-label="Show the page as" value={view} onValueChange={setView} options={VIEWS} />
      {view === 'source' ? (
        <RawView body={{ kind: 'text', text: source, contentType: null }} />
      ) : (
        <iframe
          title="Preview of the response"
          sandbox=""
          referrerPolicy="no-referrer"
          srcDoc={previewDocument(html)}
          className="h-96 w-full rounded-lg border border-line bg-white"
        />
      )}
    </div>
  );
}

/**
 * Prepares a foreign page for a preview on our origin: the sandbox gives it an origin of its own without
 * scripts and forms, and the first policy in it blocks all loading. Policies add up, so its own can't loosen
 * that.
 */
export function previewDocument(html: string): string {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${html}`;
}
