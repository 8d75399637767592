'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { errorWords, fieldErrors } from '@/components/page/error-words';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
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
  const rateOf = (name: Rate) => Number(rates[name] === '' ? rates.input : rates[name]);
  const save = useMutation({
    mutationFn: () =>
      client.call(setModelPriceEndpoint, {
        params: { workspaceId: id },
        body: {
          model,
          input: rateOf('input'),
          cacheRead: rateOf('cacheRead'),
          cacheWrite: rateOf('cacheWrite'),
          output: Number(rates.output),
        },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: modelPricesQuery(id).queryKey });
      toast.success(`Saved the price of ${model}`);
      onClose();
    },
    meta: { quiet: true },
  });
  const refusals = fieldErrors(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={price === null ? 'New model price' : `Price of ${price.model}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="model-price-form" busy={save.isPending}>
            Save price
          </Button>
        </>
      }
    >
      <form id="model-price-form" onSubmit={submit} className="flex flex-col gap-4">
        {save.isError && Object.keys(refusals).length === 0 ? (
          <Notice tone="danger">{errorWords(save.error)}</Notice>
        ) : null}
        {price === null ? (
          <Field label="Model" help="As the block names it." error={refusals.model}>
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
            <Field key={name} label={`${label}, USD`} error={refusals[name]}>
              <Input
                type="number"
                inputMode="decimal"
                step="any"
                min={0}
                required={name === 'input' || name === 'output'}
                placeholder={name.startsWith('cache') ? 'As input' : ''}
                className="tabular"
                value={rates[name]}
                onChange={(event) => setRates({ ...rates, [name]: event.target.value })}
              />
            </Field>
          ))}
        </div>
      </form>
    </Dialog>
  );
}
