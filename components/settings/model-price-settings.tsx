'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Coins, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { QueryTable } from '@/components/page/query-table';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { client } from '@/lib/platform/http/client';
import { deleteModelPriceEndpoint } from '@/lib/services/model-prices/endpoints';
import type { ModelPrice } from '@/lib/services/model-prices/schema';
import { ModelPriceDialog } from './model-price-dialog';
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
      <QueryTable
        query={prices}
        rows={prices.data}
        empty={{
          icon: Coins,
          title: 'No prices of your own',
          words: 'Runs are priced by the public table; models that are not in it count as free.',
        }}
        className="tabular"
        keyOf={(price) => price.model}
        columns={[
          { title: 'Model', className: 'font-mono text-xs', cell: (price) => price.model },
          { title: 'Input', isNumeric: true, cell: (price) => `$${price.input}` },
          { title: 'Cache read', isNumeric: true, cell: (price) => `$${price.cacheRead}` },
          { title: 'Cache write', isNumeric: true, cell: (price) => `$${price.cacheWrite}` },
          { title: 'Output', isNumeric: true, cell: (price) => `$${price.output}` },
        ]}
        actions={(price) =>
          canWrite ? (
            <>
              <IconButton label={`Change the price of ${price.model}`} onClick={() => setSetting(price)}>
                <Pencil />
              </IconButton>
              <IconButton label={`Delete the price of ${price.model}`} onClick={() => setDeleting(price)}>
                <Trash2 />
              </IconButton>
            </>
          ) : null
        }
      />
      {deleting === null ? null : (
        <DeletePriceQuestion model={deleting.model} onClose={() => setDeleting(null)} />
      )}
      {setting === null ? null : (
        <ModelPriceDialog price={setting === 'new' ? null : setting} onClose={() => setSetting(null)} />
      )}
    </SettingsSection>
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
