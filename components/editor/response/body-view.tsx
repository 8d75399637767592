'use client';

import { Download, FileQuestion, FileX } from 'lucide-react';
import Image from 'next/image';
import type { FileReference } from '@/lib/core/blocks/file-reference';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { formatBytes } from '../../ui/format-quantity';
import { JsonViewer } from '../../ui/json-viewer';
import { HtmlView } from './html-view';
import { PdfView } from './pdf-view';
import { RawView } from './raw-view';
import type { ResponseBody } from './read-response';

export interface BodyViewProps {
  body: ResponseBody;
  /** The block's name, used for the saved file. */
  name: string;
  hasOutput: boolean;
  /** Called with the path of a value inside the body; empty for the whole. */
  onPick: (path: string) => void;
}

/** Shows a body in its most readable form. */
export function BodyView({ body, name, hasOutput, onPick }: BodyViewProps) {
  if (!hasOutput)
    return (
      <EmptyState icon={FileX} title="No response came" className="py-6">
        The error is shown above; Attempts lists each attempt.
      </EmptyState>
    );
  switch (body.kind) {
    case 'empty':
      return (
        <EmptyState icon={FileQuestion} title="The response has no body" className="py-6">
          That is usual for 204 and for many DELETE requests. Status and headers can still be used.
        </EmptyState>
      );
    case 'text':
      return (
        <div className="flex flex-col gap-2">
          <UseWhole onPick={onPick} />
          <TextBody body={body} />
        </div>
      );
    case 'binary':
      return <Binary body={body} name={name} onPick={onPick} />;
    case 'file':
      return <StoredResponseFile file={body.file} onPick={onPick} />;
    case 'json':
      return <JsonViewer value={body.value} label="Response" maxHeight="50vh" onPick={onPick} />;
  }
}

const isHtml = (contentType: string | null) =>
  /^(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType ?? '');

function TextBody({ body }: { body: Extract<ResponseBody, { kind: 'text' }> }) {
  if (isHtml(body.contentType)) return <HtmlView html={body.text} />;
  if (!isSvg(body.contentType)) return <RawView body={body} />;
  return (
    <>
      <Picture address={`data:image/svg+xml,${encodeURIComponent(body.text)}`} />
      <RawView body={body} />
    </>
  );
}

/** Shows an image, also SVG: in an image element it runs no scripts and loads nothing. */
function Picture({ address }: { address: string }) {
  return (
    <Image
      src={address}
      alt="The answer"
      unoptimized
      width={480}
      height={256}
      className="h-auto max-h-64 w-auto self-start rounded-md border border-line"
    />
  );
}

const isSvg = (contentType: string | null) => /^image\/svg\+xml\b/i.test(contentType ?? '');

function UseWhole({ onPick }: { onPick: (path: string) => void }) {
  return (
    <Button size="sm" className="self-start" onClick={() => onPick('')}>
      Use this text
    </Button>
  );
}

function StoredResponseFile({ file, onPick }: { file: FileReference; onPick: (path: string) => void }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="wrap-anywhere text-sm">
        The file <strong className="font-medium">{file.name}</strong> of type{' '}
        <code>{file.contentType ?? 'application/octet-stream'}</code>, {formatBytes(file.size)}. Reference it
        alone in a raw body, or as a part of a multipart body, to send it.
      </p>
      {isPdf(file.contentType) && file.url !== null ? (
        <PdfView source={{ url: file.url }} title={file.name} />
      ) : null}
      <div className="flex gap-2">
        {file.url === null ? null : (
          <Button size="sm" asChild>
            <a href={file.url} download={file.name}>
              <Download aria-hidden />
              Download
            </a>
          </Button>
        )}
        <Button size="sm" onClick={() => onPick('')}>
          Use this file
        </Button>
      </div>
    </div>
  );
}

const isPdf = (contentType: string | null) => /^application\/pdf\b/i.test(contentType ?? '');

type BinaryBody = Extract<ResponseBody, { kind: 'binary' }>;
const SHOWN_IMAGES = /^image\/(png|jpeg|gif|webp|avif|bmp|x-icon)\b/i;

function Binary({ body, name, onPick }: { body: BinaryBody; name: string; onPick: (path: string) => void }) {
  const address = `data:${body.contentType};base64,${body.base64}`;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-sm">
        A file of type <code>{body.contentType}</code>, {formatBytes(body.size)}. Reference it to send it in a
        multipart body.
      </p>
      {SHOWN_IMAGES.test(body.contentType) ? <Picture address={address} /> : null}
      {isPdf(body.contentType) ? <PdfView source={{ base64: body.base64 }} title="Response body" /> : null}
      <div className="flex gap-2">
        <Button size="sm" asChild>
          <a href={`data:application/octet-stream;base64,${body.base64}`} download={fileName(name, body)}>
            <Download aria-hidden />
            Save
          </a>
        </Button>
        <Button size="sm" onClick={() => onPick('')}>
          Use this file
        </Button>
      </div>
    </div>
  );
}

function fileName(name: string, { contentType }: BinaryBody): string {
  const kind = /^[\w.-]+\/([\w-]+)/.exec(contentType)?.[1] ?? 'bin';
  return `${name.replaceAll(/[^\w-]+/g, '-')}.${kind === 'octet-stream' ? 'bin' : kind}`;
}
