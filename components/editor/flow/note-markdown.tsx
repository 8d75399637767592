'use client';

import { memo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { safeUrl } from '../../chat/safe-url';
import { splitMarkdown } from '../../chat/split-markdown';
import { MARKDOWN_PLUGINS } from '../../ui/markdown-plugins';

/**
 * A note’s text, formatted and small. Line breaks stay as typed; HTML is shown as text, and images are
 * links: loading them would reveal the reader to a foreign server.
 */
export const NoteMarkdown = memo(function NoteMarkdown({ text }: { text: string }) {
  return splitMarkdown(text).map((piece, place) =>
    piece.isFormatted ? (
      <ReactMarkdown
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, drawn anew together
        key={place}
        remarkPlugins={MARKDOWN_PLUGINS}
        components={COMPONENTS}
        urlTransform={(url) => safeUrl(url) ?? ''}
      >
        {piece.text}
      </ReactMarkdown>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <p key={place} className="whitespace-pre-wrap">
        {piece.text}
      </p>
    ),
  );
});

function NoteLink({ url, children }: { url: string | undefined; children: ReactNode }) {
  if (url === undefined || safeUrl(url) === null) return <span>{children}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      // A click on a link must neither drag nor open the note.
      onClick={(event) => event.stopPropagation()}
      className="nodrag underline underline-offset-2"
    >
      {children}
    </a>
  );
}

/** Renders a heading as plain text: a note is not part of the page's outline. */
const heading = (className: string) =>
  function NoteHeading({ children }: { children?: ReactNode }) {
    return <p className={className}>{children}</p>;
  };
const LARGE = heading('font-semibold text-sm');
const SMALL = heading('font-semibold');

const COMPONENTS: Components = {
  h1: LARGE,
  h2: LARGE,
  h3: SMALL,
  h4: SMALL,
  h5: SMALL,
  h6: SMALL,
  a: ({ href, children }) => <NoteLink url={href}>{children}</NoteLink>,
  img: ({ src, alt }) => (
    <NoteLink url={typeof src === 'string' ? src : undefined}>Image{alt ? `: ${alt}` : ''}</NoteLink>
  ),
  ul: ({ children }) => <ul className="list-disc pl-4">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="list-decimal pl-4">
      {children}
    </ol>
  ),
  code: ({ children }) => <code className="rounded-sm bg-pressed px-0.5 font-mono">{children}</code>,
  pre: ({ children }) => <pre className="overflow-hidden font-mono text-2xs">{children}</pre>,
  blockquote: ({ children }) => (
    <blockquote className="border-line-strong border-l-2 pl-2 text-muted">{children}</blockquote>
  ),
  hr: () => <hr className="border-line-strong" />,
  // A task's checkbox is a character: a form control would need a name.
  input: ({ checked }) => <span>{checked ? '☑ ' : '☐ '}</span>,
};
