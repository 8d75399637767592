import { Notice } from '@/components/ui/notice';
import type { PayloadPreview } from '@/lib/services/outgoing-webhooks/schema';

/** What a transform did with the payload: why it failed, and what it printed. */
export function TransformPreview({ transform }: { transform: NonNullable<PayloadPreview['transform']> }) {
  const { problem, console: printed } = transform;
  return (
    <>
      {problem === null ? null : (
        <Notice tone="danger" title={problem}>
          A delivery would fail, and be tried again. Below is the payload, which would not be sent.
        </Notice>
      )}
      {printed === '' ? null : (
        <section aria-label="Console" className="min-w-0 text-xs">
          <h4 className="text-muted">Printed by the transform, not sent</h4>
          <pre className="wrap-anywhere max-h-32 overflow-auto whitespace-pre-wrap font-mono">{printed}</pre>
        </section>
      )}
    </>
  );
}
