'use client';

import type { ReactNode } from 'react';
import { Form, type FormProps } from '@/components/page/form';
import { useWorkspace } from '@/components/page/workspace-context';
import { cn } from '../ui/class-names';
import { PayloadPreview } from './payload-preview';
import { useSettled } from './use-settled';
import { previewOptionsOf, type WebhookDraft } from './webhook-draft';

export interface FormWithPreviewProps extends Pick<FormProps, 'error' | 'problems' | 'onSubmit'> {
  /** Null for the runs of all workflows. */
  workflowId: string | null;
  draft: WebhookDraft;
  /** The buttons at the bottom; none for readers. */
  footer: ReactNode;
  children: ReactNode;
}

const TYPED_WITHIN_MS = 500;

/** The form on the left and the resulting payload beside it, below it on narrow screens. */
export function FormWithPreview(props: FormWithPreviewProps) {
  const { workflowId, draft, footer, children, ...form } = props;
  const { canWrite } = useWorkspace();
  const transform = useSettled(draft.transform, TYPED_WITHIN_MS);
  // Readers see what a transform is given, because they may not run code.
  const shownTransform = canWrite && transform?.trim() ? transform : null;
  return (
    <Form noValidate notice={null} className="flex min-h-0 flex-1 flex-col" {...form}>
      <div
        className={cn(
          'min-h-0 flex-1 overflow-y-auto lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
          'lg:grid-rows-[minmax(0,1fr)] lg:overflow-hidden',
        )}
      >
        <div className="flex min-w-0 flex-col gap-5 p-4 md:p-6 lg:overflow-y-auto">{children}</div>
        <div
          className={cn(
            'flex min-h-0 min-w-0 flex-col border-line bg-surface p-4 max-lg:border-t md:p-6 lg:border-l',
          )}
        >
          <PayloadPreview
            workflowId={workflowId}
            options={{ ...previewOptionsOf(draft), transform: shownTransform }}
            events={draft.events}
            headerNames={draft.headers.map(({ name }) => name.trim()).filter((name) => name !== '')}
          />
        </div>
      </div>
      {footer ? (
        <footer
          className={cn(
            'flex shrink-0 flex-wrap justify-end gap-2 border-line border-t bg-surface px-4 py-3 md:px-6',
          )}
        >
          {footer}
        </footer>
      ) : null}
    </Form>
  );
}
