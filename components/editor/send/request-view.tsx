'use client';

import { useEffect } from 'react';
import type { Block } from '@/lib/core/workflow/schema';
import type { BlockPreview, PreparedRequest } from '@/lib/services/runs/schema';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { formatBytes } from '../../ui/format-quantity';
import { Notice } from '../../ui/notice';
import { Skeleton } from '../../ui/skeleton';
import { definitionOf } from '../document/definition-of';
import { layOutForm, tabOfField } from '../fields/form-layout';
import { useEditorStore } from '../store/editor-context';
import { revealBlock } from '../store/selection-actions';
import { useSends } from '../store/send-state';
import type { useSend } from './use-send';

const SETTLED_MS = 400;

type Sender = ReturnType<typeof useSend>;

/** The request as it would be sent now, secrets masked; follows the form while it is open. */
export function RequestView({ block, sender }: { block: Block; sender: Sender }) {
  const send = useSends((state) => state.sends[block.id]);
  const { config } = block;
  const { preview, samples } = sender;
  useEffect(() => {
    if (config === undefined || samples === undefined) return;
    const controller = new AbortController();
    const timer = setTimeout(() => void preview(controller.signal), SETTLED_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [config, samples, preview]);
  if (send?.failure && send.preview === null)
    return (
      <Notice tone="danger" title="Couldn’t prepare the request">
        {send.failure}
      </Notice>
    );
  if (send?.preview == null) return <Skeleton className="h-24 w-full" />;
  return <Prepared block={block} preview={send.preview} onSamples={() => sender.show('samples')} />;
}

function Prepared(props: { block: Block; preview: BlockPreview; onSamples: () => void }) {
  const { block, preview } = props;
  return (
    <div className="flex flex-col gap-3">
      {preview.problems.map((problem) => (
        <Notice
          key={`${problem.code} ${problem.message}`}
          tone="danger"
          title={problem.message}
          action={<Cure block={block} problem={problem} onSamples={props.onSamples} />}
        />
      ))}
      {preview.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      {preview.request !== null ? (
        <RequestText request={preview.request} />
      ) : preview.problems.length === 0 ? (
        <p className="text-muted text-sm">
          This block sends nothing over the network. Its result is under Response.
        </p>
      ) : null}
    </div>
  );
}

/** A link to fix a problem: a sample for a reference without a value, else the field at fault. */
function Cure(props: { block: Block; problem: BlockPreview['problems'][number]; onSamples: () => void }) {
  const editor = useEditorStore();
  const { block, problem } = props;
  if (problem.code === 'SAMPLE_MISSING' || problem.code === 'REF_PATH_NOT_FOUND')
    return (
      <Button size="sm" onClick={props.onSamples}>
        Enter a sample
      </Button>
    );
  const definition = definitionOf(block.type);
  if (problem.field === undefined || definition === undefined) return null;
  const tab = tabOfField(layOutForm(definition.fields), problem.field);
  return (
    <Button size="sm" onClick={() => revealBlock(editor, block.id, tab)}>
      Go to it
    </Button>
  );
}

function RequestText({ request }: { request: PreparedRequest }) {
  const headers = request.headers.map((header, index) => ({ ...header, id: `${header.name}-${index}` }));
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-sunken font-mono text-xs">
      <div className="flex items-start gap-2 border-line border-b px-2.5 py-1.5">
        <span className="font-semibold text-accent">{request.method}</span>
        <span className="min-w-0 flex-1 break-all">{request.url}</span>
        <CopyButton text={request.url} label="Copy the address" className="-my-1" />
      </div>
      {headers.length === 0 ? null : (
        <ul aria-label="Headers" className="border-line border-b px-2.5 py-1.5">
          {headers.map(({ id, name, value, automatic }) => (
            <li key={id} className="flex items-baseline gap-2 py-0.5">
              <span className="shrink-0 text-muted">{name}:</span>
              <span className="min-w-0 break-all">{value}</span>
              {automatic ? <Badge className="font-sans">automatic</Badge> : null}
            </li>
          ))}
        </ul>
      )}
      <RequestBody body={request.body} />
    </div>
  );
}

function RequestBody({ body }: Pick<PreparedRequest, 'body'>) {
  if (body === null) return <p className="px-2.5 py-1.5 font-sans text-faint">No body.</p>;
  if ('text' in body)
    return (
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto whitespace-pre-wrap break-all px-2.5 py-1.5"
      >
        {body.text}
      </pre>
    );
  return (
    <p className="px-2.5 py-1.5 font-sans text-muted">
      {body.contentType ?? 'Bytes'}, {formatBytes(body.size)}
    </p>
  );
}
