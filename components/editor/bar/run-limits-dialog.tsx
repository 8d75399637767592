import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { setRunLimitsEndpoint } from '@/lib/services/run-limits/endpoints';
import { NewRunLimits, type RunLimits, type RunLimitsNow } from '@/lib/services/run-limits/schema';
import { fieldProblems } from '../../page/error-words';
import { FormDialog } from '../../page/form-dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Link } from '../../ui/link';
import { Select, type SelectOption } from '../../ui/select';
import { typedNumber } from '../../ui/typed-number';

const BEYOND: ReadonlyArray<SelectOption<RunLimits['beyond']>> = [
  { value: 'wait', label: 'Wait in order', description: 'the oldest first' },
  { value: 'replace', label: 'Replace', description: 'the newest waits, older ones are not run' },
  { value: 'skip', label: 'Skip', description: 'not run; the log says so' },
  { value: 'refuse', label: 'Refuse', description: '429 for the caller' },
];
const INPUTS: ReadonlyArray<SelectOption<RunLimits['debounceInputs']>> = [
  { value: 'last', label: 'The last one' },
  { value: 'all', label: 'All of them', description: 'as a list named inputs' },
];

interface RunLimitsDialogProps {
  workflowId: string;
  saved: RunLimitsNow;
  onClose: () => void;
}

const textOf = (value: number | string | null): string => (value === null ? '' : String(value));
const numberOf = (text: string): number | null => (text.trim() === '' ? null : typedNumber(text));

/** Sets how many runs of the workflow go on at once. Saved immediately, outside the document. */
export function RunLimitsDialog({ workflowId, saved, onClose }: RunLimitsDialogProps) {
  const [atOnce, setAtOnce] = useState(textOf(saved.atOnce));
  const [perKey, setPerKey] = useState(textOf(saved.perKey));
  const [key, setKey] = useState(textOf(saved.key));
  const [beyond, setBeyond] = useState(saved.beyond);
  const [debounce, setDebounce] = useState(textOf(saved.debounceSeconds));
  const [debounceInputs, setInputs] = useState(saved.debounceInputs);
  const queries = useQueryClient();
  const checked = NewRunLimits.safeParse({
    atOnce: numberOf(atOnce),
    perKey: numberOf(perKey),
    key: key.trim() === '' ? null : key,
    beyond,
    debounceSeconds: numberOf(debounce),
    debounceInputs,
  });
  const save = useMutation({
    mutationFn: (body: RunLimits) => client.call(setRunLimitsEndpoint, { params: { id: workflowId }, body }),
    onSuccess: (now) => {
      queries.setQueryData(['workflow', workflowId, 'run-limits'], now);
      toast.success('Runs at once saved');
      onClose();
    },
    meta: { quiet: true },
  });
  return (
    <FormDialog
      size="sm"
      title="Runs at once"
      description="Runs in the editor and calls by other workflows don’t count."
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
      <NumberField name="atOnce" label="In all" text={atOnce} onText={setAtOnce} />
      <NumberField name="perKey" label="For each key" text={perKey} onText={setPerKey} />
      <Field
        name="key"
        label="Key"
        aside="optional"
        help="A value of the start, such as <start.customer>. Starts without a value share a key."
      >
        <Input
          className="font-mono"
          placeholder="<start.customer>"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      <Field name="beyond" label="Starts beyond the limit">
        <Select value={beyond} options={BEYOND} onValueChange={setBeyond} />
      </Field>
      <NumberField
        name="debounceSeconds"
        label="Debounce, seconds"
        help="Starts of a key within this time of the first become one run."
        placeholder="Off"
        text={debounce}
        onText={setDebounce}
      />
      <Field name="debounceInputs" label="Input of that run">
        <Select value={debounceInputs} options={INPUTS} onValueChange={setInputs} />
      </Field>
      <p className="text-muted text-sm">
        <Link href="/docs/guide/runs-at-once" target="_blank" rel="noopener" className="underline">
          How runs at once are counted
        </Link>
      </p>
    </FormDialog>
  );
}

interface NumberFieldProps {
  name: keyof RunLimits;
  label: string;
  help?: string;
  placeholder?: string;
  text: string;
  onText: (text: string) => void;
}

function NumberField({ name, label, help, placeholder = 'No limit', text, onText }: NumberFieldProps) {
  return (
    <Field name={name} label={label} aside="optional" help={help}>
      <Input
        inputMode="numeric"
        className="tabular max-w-40"
        placeholder={placeholder}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </Field>
  );
}
