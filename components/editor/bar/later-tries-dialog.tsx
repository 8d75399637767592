import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { setLaterTriesEndpoint } from '@/lib/services/later-tries/endpoints';
import { type LaterTries, type LaterTriesNow, NewLaterTries } from '@/lib/services/later-tries/schema';
import { fieldProblems } from '../../page/error-words';
import { FormDialog } from '../../page/form-dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Link } from '../../ui/link';
import { Select, type SelectOption } from '../../ui/select';
import { typedNumber } from '../../ui/typed-number';
import { codesOfText, textOfWaits, waitsOfText } from './later-tries-words';

const FAILURES: ReadonlyArray<SelectOption<LaterTries['failures']>> = [
  { value: 'all', label: 'All failures' },
  { value: 'temporary', label: 'Temporary failures', description: 'no response, 429, 5xx' },
  { value: 'codes', label: 'Some error codes' },
];

interface LaterTriesDialogProps {
  workflowId: string;
  saved: LaterTriesNow;
  onClose: () => void;
}

/** Sets when failed runs of the workflow are tried again. Saved immediately, outside the document. */
export function LaterTriesDialog({ workflowId, saved, onClose }: LaterTriesDialogProps) {
  const [tries, setTries] = useState(saved.tries === null ? '' : String(saved.tries));
  const [waits, setWaits] = useState(textOfWaits(saved.waitsSeconds));
  const [failures, setFailures] = useState(saved.failures);
  const [codes, setCodes] = useState(saved.codes.join(', '));
  const queries = useQueryClient();
  const checked = NewLaterTries.safeParse({
    tries: tries.trim() === '' ? null : typedNumber(tries),
    waitsSeconds: waitsOfText(waits),
    failures,
    codes: failures === 'codes' ? codesOfText(codes) : [],
  });
  const save = useMutation({
    mutationFn: (body: LaterTries) =>
      client.call(setLaterTriesEndpoint, { params: { id: workflowId }, body }),
    onSuccess: (now) => {
      queries.setQueryData(['workflow', workflowId, 'later-tries'], now);
      toast.success('Later tries saved');
      onClose();
    },
    meta: { quiet: true },
  });
  return (
    <FormDialog
      size="sm"
      title="Later tries"
      description="For runs of the live version that nobody waits for. Each try goes on from the block that failed."
      submitLabel="Save"
      busy={save.isPending}
      form={{
        noValidate: true,
        error: save.error,
        problems: fieldProblems(checked),
        onSubmit: () => checked.success && save.mutate(checked.data),
      }}
      onClose={onClose}
    >
      <Field name="tries" label="Later tries, at most" aside="optional">
        <Input
          inputMode="numeric"
          className="tabular max-w-40"
          placeholder="Off"
          value={tries}
          onChange={(event) => setTries(event.target.value)}
        />
      </Field>
      <Field
        name="waitsSeconds"
        label="Waits, minutes"
        help="Before each try, such as 5, 30, 120. The last one repeats."
      >
        <Input
          className="tabular"
          placeholder="5, 30, 120"
          value={waits}
          onChange={(event) => setWaits(event.target.value)}
        />
      </Field>
      <Field name="failures" label="After">
        <Select value={failures} options={FAILURES} onValueChange={setFailures} />
      </Field>
      {failures === 'codes' ? (
        <Field name="codes" label="Error codes" help="As logs show them, such as TIMEOUT, HTTP_STATUS.">
          <Input className="font-mono" value={codes} onChange={(event) => setCodes(event.target.value)} />
        </Field>
      ) : null}
      <p className="text-muted text-sm">
        <Link href="/docs/guide/later-tries" target="_blank" rel="noopener" className="underline">
          How later tries work
        </Link>
      </p>
    </FormDialog>
  );
}
