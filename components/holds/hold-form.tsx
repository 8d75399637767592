'use client';

import { useState } from 'react';
import { toast } from 'sonner';
import { fieldProblems } from '@/components/page/error-words';
import { FormDialog } from '@/components/page/form-dialog';
import { Field } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { Select, type SelectOption } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { type Hold, HoldReason } from '@/lib/services/holds/schema';
import { type HoldTarget, useHoldActions } from './use-hold-actions';

const CALLERS: ReadonlyArray<SelectOption<Hold['waitingCallers']>> = [
  { value: 'refuse', label: 'Refuse', description: '503 with Retry-After' },
  { value: 'queue', label: 'Accept', description: '202; the run starts after the release' },
];

/** Asks for the reason, and what callers get who wait for an answer. */
export function HoldForm({ target, onClose }: { target: HoldTarget; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [waitingCallers, setCallers] = useState<Hold['waitingCallers']>('refuse');
  const { hold } = useHoldActions(target);
  const checked = HoldReason.safeParse(reason);
  const submit = () =>
    hold.mutate(
      { reason, waitingCallers },
      {
        onSuccess: () => {
          toast.success(`${target.name} is on hold.`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={`Hold ${target.name}`}
      description="New runs wait until you release them. Runs in progress finish."
      submitLabel="Hold"
      busy={hold.isPending}
      form={{
        error: hold.error,
        problems: checked.success ? {} : { reason: fieldProblems(checked)[''] },
        onSubmit: submit,
      }}
      onClose={onClose}
    >
      <p className="text-muted text-sm">
        Webhooks that respond immediately are still accepted, and schedules keep their times: their runs wait.
        You can run workflows in the editor meanwhile.{' '}
        <Link href="/docs/guide/hold-and-unpublish" target="_blank" rel="noopener" className="underline">
          How holds work
        </Link>
      </p>
      <Field name="reason" label="Reason" aside="optional" help="Members of the workspace see it.">
        <Textarea
          value={reason}
          maxLength={500}
          placeholder="The shop’s API is being moved"
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <Field
        name="waitingCallers"
        label="Callers that wait for the result"
        help="API calls, and webhooks that return the response of the Response block."
      >
        <Select value={waitingCallers} options={CALLERS} onValueChange={setCallers} />
      </Field>
    </FormDialog>
  );
}
