'use client';

import { type ComponentProps, memo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { MARKDOWN_ELEMENTS } from '../ui/markdown-elements';
import { MARKDOWN_PLUGINS } from '../ui/markdown-plugins';
import { safeUrl } from './safe-url';
import { type MarkdownPiece, splitMarkdown } from './split-markdown';

/**
 * A model's text, formatted. HTML in it is shown as text, links lead to other sites only, and images are
 * links: loading them would reveal the reader to a foreign server.
 */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className="wrap-anywhere flex min-w-0 flex-col gap-3 text-base leading-6">
      {splitMarkdown(text).map((piece, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: text only grows, and pieces keep their places
        <Piece key={place} {...piece} />
      ))}
    </div>
  );
});

const Piece = memo(function Piece({ text, isFormatted }: MarkdownPiece) {
  if (!isFormatted) return <p className="whitespace-pre-wrap">{text}</p>;
  return (
    <ReactMarkdown
      remarkPlugins={MARKDOWN_PLUGINS}
      components={COMPONENTS}
      urlTransform={(url) => safeUrl(url) ?? ''}
    >
      {text}
    </ReactMarkdown>
  );
});

function OutsideLink({ url, children }: { url: string | undefined; children: ReactNode }) {
  // Also covers footnotes, whose address is a place on this page.
  if (url === undefined || safeUrl(url) === null) return <span>{children}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-current"
    >
      {children}
    </a>
  );
}

const LARGE = 'mt-2 font-semibold text-lg first:mt-0';
const SMALL = 'mt-1 font-semibold first:mt-0';
/** Renders every heading at one level: an answer must not break the page's own outline. */
const heading = (className: string) =>
  function Heading({ children }: ComponentProps<'h2'>) {
    return <h2 className={className}>{children}</h2>;
  };
const large = heading(LARGE);
const small = heading(SMALL);

const COMPONENTS: Components = {
  ...MARKDOWN_ELEMENTS,
  a: ({ href, children }) => <OutsideLink url={href}>{children}</OutsideLink>,
  img: ({ src, alt }) => (
    <OutsideLink url={typeof src === 'string' ? src : undefined}>Image{alt ? `: ${alt}` : ''}</OutsideLink>
  ),
  h1: large,
  h2: large,
  h3: small,
  h4: small,
  h5: small,
  h6: small,
  // A task list's checkbox is text: it cannot be toggled, and a form control would need a name.
  input: ({ checked }) => <span>{checked ? '☑' : '☐'}</span>,
};
