'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { FormDialog } from '@/components/page/form-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { numberProblems, typedNumber } from '@/components/ui/typed-number';
import { client } from '@/lib/platform/http/client';
import { setModelPriceEndpoint } from '@/lib/services/model-prices/endpoints';
import type { ModelPrice } from '@/lib/services/model-prices/schema';
import { modelPricesQuery } from './settings-queries';

const RATES = [
  { name: 'input', label: 'Input' },
  { name: 'cacheRead', label: 'Cache read' },
  { name: 'cacheWrite', label: 'Cache write' },
  { name: 'output', label: 'Output' },
] as const;
type Rate = (typeof RATES)[number]['name'];

/** Creates a price for a model, or changes it. */
export function ModelPriceDialog({ price, onClose }: { price: ModelPrice | null; onClose: () => void }) {
  const { id } = useWorkspace();
  const queryClient = useQueryClient();
  const [model, setModel] = useState(price?.model ?? '');
  const [rates, setRates] = useState<Record<Rate, string>>({
    input: String(price?.input ?? ''),
    cacheRead: String(price?.cacheRead ?? ''),
    cacheWrite: String(price?.cacheWrite ?? ''),
    output: String(price?.output ?? ''),
  });
  // Without a price for cached tokens, the input price applies.
  const rateOf = (name: Rate) => typedNumber(rates[name].trim() === '' ? rates.input : rates[name]);
  const save = useMutation({
    mutationFn: () =>
      client.call(setModelPriceEndpoint, {
        params: { workspaceId: id },
        body: {
          model,
          input: rateOf('input'),
          cacheRead: rateOf('cacheRead'),
          cacheWrite: rateOf('cacheWrite'),
          output: typedNumber(rates.output),
        },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: modelPricesQuery(id).queryKey });
      toast.success(`Saved the price of ${model}`);
      onClose();
    },
    meta: { quiet: true },
  });
  return (
    <FormDialog
      size="sm"
      title={price === null ? 'New model price' : `Price of ${price.model}`}
      submitLabel="Save price"
      form={{ error: save.error, problems: numberProblems(rates), onSubmit: () => save.mutate() }}
      busy={save.isPending}
      onClose={onClose}
    >
      {price === null ? (
        <Field name="model" label="Model" help="As the block names it.">
          <Input
            autoFocus
            required
            spellCheck={false}
            className="font-mono"
            value={model}
            onChange={(event) => setModel(event.target.value)}
          />
        </Field>
      ) : null}
      <div className="grid grid-cols-2 gap-3">
        {RATES.map(({ name, label }) => (
          <Field key={name} name={name} label={`${label}, USD`}>
            <Input
              inputMode="decimal"
              required={name === 'input' || name === 'output'}
              placeholder={name.startsWith('cache') ? 'As input' : ''}
              className="tabular"
              value={rates[name]}
              onChange={(event) => setRates({ ...rates, [name]: event.target.value })}
            />
          </Field>
        ))}
      </div>
    </FormDialog>
  );
}
