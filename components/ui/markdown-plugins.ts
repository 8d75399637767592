import type { Link, Nodes, Parents, PhrasingContent, Root } from 'mdast';
import type { Options } from 'react-markdown';
import remarkBreaks from 'remark-breaks';
import remarkCjkFriendly from 'remark-cjk-friendly/parseOnly';
import remarkCjkStrikethrough from 'remark-cjk-friendly-gfm-strikethrough/parseOnly';
import remarkGfm from 'remark-gfm';

/** One tilde stands before a number ("~20"); two strike through. */
const TILDES = { singleTilde: false };
/** Ideographic and full-width punctuation, and typographic quotes. */
const ENDS_ADDRESS = /[\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65‘’“”…]/;

/**
 * GitHub's Markdown as people and models write it: line breaks stay, and marks work beside the punctuation
 * of Chinese, Japanese and Korean.
 */
export const MARKDOWN_PLUGINS: NonNullable<Options['remarkPlugins']> = [
  [remarkGfm, TILDES],
  remarkCjkFriendly,
  [remarkCjkStrikethrough, TILDES],
  remarkBreaks,
  () => endAddresses,
];

/** GitHub's rule takes "。" and what follows it for a part of an address without brackets. */
function endAddresses(tree: Root): void {
  for (const parent of parentsIn(tree)) {
    const { children } = parent as { children: Nodes[] };
    if (!children.some((child) => child.type === 'link')) continue;
    (parent as { children: Nodes[] }).children = children.flatMap((child): Nodes[] =>
      child.type === 'link' ? endedAddress(child) : [child],
    );
  }
}

function parentsIn(tree: Root): Parents[] {
  const parents: Parents[] = [tree];
  for (const parent of parents)
    for (const child of parent.children) if ('children' in child) parents.push(child);
  return parents;
}

function endedAddress(link: Link): PhrasingContent[] {
  const [text] = link.children;
  const { start, end } = link.position ?? {};
  if (text?.type !== 'text' || link.children.length !== 1) return [link];
  // Only of an address without brackets, its text is all that is written.
  if (start?.offset === undefined || end?.offset !== start.offset + text.value.length) return [link];
  const place = text.value.search(ENDS_ADDRESS);
  if (place <= 0) return [link];
  const shown = text.value.slice(0, place);
  const url = link.url.slice(0, link.url.length - (text.value.length - place));
  return [
    { ...link, url, children: [{ ...text, value: shown }] },
    { type: 'text', value: text.value.slice(place) },
  ];
}
