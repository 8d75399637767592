'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Coins, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import {
  Table,
  TableActions,
  TableActionsHeader,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import { client } from '@/lib/platform/http/client';
import { deleteModelPriceEndpoint } from '@/lib/services/model-prices/endpoints';
import type { ModelPrice } from '@/lib/services/model-prices/schema';
import { ModelPriceDialog } from './model-price-dialog';
import { SettingsList } from './settings-list';
import { modelPricesQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

/** The workspace's own prices for models. */
export function ModelPriceSettings() {
  const { id, canWrite } = useWorkspace();
  const prices = useQuery(modelPricesQuery(id));
  const [setting, setSetting] = useState<ModelPrice | 'new' | null>(null);
  const [deleting, setDeleting] = useState<ModelPrice | null>(null);
  return (
    <SettingsSection
      title="Model prices"
      description={
        'Agents know the public prices of OpenAI, Anthropic, Google and others. ' +
        'Enter your own for other servers, or where you pay something else. In USD per million tokens.'
      }
      actions={
        canWrite ? (
          <Button variant="primary" onClick={() => setSetting('new')}>
            <Plus aria-hidden />
            New price
          </Button>
        ) : null
      }
    >
      <SettingsList
        query={prices}
        rows={prices.data}
        empty={{
          icon: Coins,
          title: 'No prices of your own',
          words: 'Runs are priced by the public table; models that are not in it count as free.',
        }}
      >
        {(rows) => <PriceTable prices={rows} onSet={setSetting} onDelete={setDeleting} />}
      </SettingsList>
      {deleting === null ? null : (
        <DeletePriceQuestion model={deleting.model} onClose={() => setDeleting(null)} />
      )}
      {setting === null ? null : (
        <ModelPriceDialog price={setting === 'new' ? null : setting} onClose={() => setSetting(null)} />
      )}
    </SettingsSection>
  );
}

function PriceTable({
  prices,
  onSet,
  onDelete,
}: {
  prices: readonly ModelPrice[];
  onSet: (price: ModelPrice) => void;
  onDelete: (price: ModelPrice) => void;
}) {
  const { canWrite } = useWorkspace();
  return (
    <Table className="tabular">
      <TableHead>
        <TableRow>
          <TableHeader>Model</TableHeader>
          <TableHeader className="text-right">Input</TableHeader>
          <TableHeader className="text-right">Cache read</TableHeader>
          <TableHeader className="text-right">Cache write</TableHeader>
          <TableHeader className="text-right">Output</TableHeader>
          <TableActionsHeader />
        </TableRow>
      </TableHead>
      <tbody>
        {prices.map((price) => (
          <TableRow key={price.model}>
            <TableCell className="font-mono text-xs">{price.model}</TableCell>
            {[price.input, price.cacheRead, price.cacheWrite, price.output].map((usd, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: four columns
              <TableCell key={index} className="text-right">
                ${usd}
              </TableCell>
            ))}
            <TableActions>
              {canWrite ? (
                <>
                  <IconButton label={`Change the price of ${price.model}`} onClick={() => onSet(price)}>
                    <Pencil />
                  </IconButton>
                  <IconButton label={`Delete the price of ${price.model}`} onClick={() => onDelete(price)}>
                    <Trash2 />
                  </IconButton>
                </>
              ) : null}
            </TableActions>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

function DeletePriceQuestion({ model, onClose }: { model: string; onClose: () => void }) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.call(deleteModelPriceEndpoint, { params: { workspaceId }, query: { model } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: modelPricesQuery(workspaceId).queryKey });
      toast.success(`Deleted the price of ${model}`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete the price of ${model}?`}
      confirmLabel="Delete price"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      Later runs are priced by the public table. If the model is not in it, it counts as free, and agents that
      use the model with a limit in USD fail.
    </ConfirmDialog>
  );
}
