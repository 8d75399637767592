'use client';

import { useEffect, useState } from 'react';

/** A document's bytes: in the output itself, or at an address of this origin. */
export type PdfSource = { base64: string } | { url: string };

/**
 * Shows a PDF in the browser's own viewer. A frame may only hold what this page has made (the policy allows
 * `blob:` alone), and always as a PDF: nothing that a server sends is opened as a page of this origin.
 */
export function PdfView({ source, title }: { source: PdfSource; title: string }) {
  const [address, setAddress] = useState<string | 'failed' | null>(null);
  const [kind, at] = 'url' in source ? (['url', source.url] as const) : (['base64', source.base64] as const);
  useEffect(() => {
    const left = new AbortController();
    let own: string | null = null;
    const bytes = kind === 'url' ? download(at, left.signal) : Promise.resolve(bytesOf(at));
    bytes.then(
      (read) => {
        if (left.signal.aborted) return;
        own = URL.createObjectURL(new Blob([read], { type: 'application/pdf' }));
        setAddress(own);
      },
      () => {
        if (!left.signal.aborted) setAddress('failed');
      },
    );
    return () => {
      left.abort();
      if (own !== null) URL.revokeObjectURL(own);
    };
  }, [kind, at]);
  if (address === 'failed')
    return <p className="text-muted text-sm">The document could not be loaded. Save it to read it.</p>;
  if (address === null)
    return (
      <p role="status" className="text-muted text-sm">
        Loading the document…
      </p>
    );
  return (
    <iframe title={title} src={address} className="h-96 w-full rounded-lg border border-line bg-white" />
  );
}

async function download(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The file could not be read: ${response.status}`);
  return response.arrayBuffer();
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
