'use client';

import { useMemo } from 'react';
import { readConfig } from '@/lib/core/blocks/read-config';
import type { Block } from '@/lib/core/workflow/schema';
import { isJsonObject } from '@/lib/platform/text/exact-number';
import type { SentBlock } from '@/lib/services/runs/schema';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { definitionOf } from '../document/definition-of';
import { setFields } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { sayChange } from '../store/say-change';

/** Offers to request all pages, when the response of a block sent alone has a next one. */
export function NextPageNote({ block, sent }: { block: Block; sent: SentBlock }) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const hint = useMemo(() => hintFor(block, sent), [block, sent]);
  if (readOnly || hint === null) return null;
  const use = () => {
    setFields(store, block.id, hint.change, 'Request all pages');
    sayChange(store, `${block.name} requests all pages: see Pagination in its settings`);
  };
  return (
    <Notice
      title="This response has a next page"
      className="mb-3"
      action={
        <Button size="sm" onClick={use}>
          Request all pages
        </Button>
      }
    >
      {sentence(hint.words)}
    </Notice>
  );
}

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;

function hintFor(block: Block, { request, output }: SentBlock) {
  const definition = definitionOf(block.type);
  const { nextPage, outputs } = definition?.outsideWork?.request ?? {};
  if (definition === undefined || nextPage === undefined || outputs === undefined) return null;
  if (request === null || !isJsonObject(output)) return null;
  const { [outputs.headers]: headers, [outputs.body]: body } = output;
  const sentBody = request.body !== null && 'text' in request.body ? request.body.text : null;
  return nextPage(
    {
      request: { method: request.method, url: request.url, body: sentBody },
      headers: isJsonObject(headers) ? headers : {},
      body,
    },
    readConfig(definition, block.config).config,
  );
}
