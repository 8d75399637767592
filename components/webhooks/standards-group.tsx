import { Switch } from '@/components/ui/switch';
import { FormGroup } from './form-group';
import type { WebhookDraft } from './webhook-draft';

export interface StandardsGroupProps {
  draft: WebhookDraft;
  onChange: (change: Partial<WebhookDraft>) => void;
  readOnly: boolean;
}

/** Headers that libraries of others understand. */
export function StandardsGroup({ draft, onChange, readOnly }: StandardsGroupProps) {
  return (
    <FormGroup legend="Standards" help="Headers that are sent besides the ones with “service-”.">
      <div className="flex flex-col gap-3">
        <Switch
          label="Standard Webhooks"
          help="Adds webhook-id, webhook-timestamp and webhook-signature, for libraries of this standard."
          disabled={readOnly}
          checked={draft.standardWebhooks}
          onCheckedChange={(standardWebhooks) => onChange({ standardWebhooks })}
        />
        <Switch
          label="CloudEvents"
          help="Adds ce-id, ce-source, ce-type and others. The body stays the same."
          disabled={readOnly}
          checked={draft.cloudEvents}
          onCheckedChange={(cloudEvents) => onChange({ cloudEvents })}
        />
      </div>
    </FormGroup>
  );
}
