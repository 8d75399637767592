import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';
import { FormGroup } from './form-group';
import type { WebhookDraft } from './webhook-draft';

export interface TurnsGroupProps {
  draft: WebhookDraft;
  onChange: (change: Partial<WebhookDraft>) => void;
  readOnly: boolean;
}

const MAX_DIGITS = 4;

/** Order and rate of the deliveries. */
export function TurnsGroup({ draft, onChange, readOnly }: TurnsGroupProps) {
  return (
    <FormGroup legend="Order and rate" help="For receivers that need deliveries in turn, or not too many.">
      <div className="flex flex-col gap-3">
        <Switch
          label="Strict order"
          help="Each delivery waits until the one before has succeeded, or failed for the last time."
          disabled={readOnly}
          checked={draft.strictOrder}
          onCheckedChange={(strictOrder) => onChange({ strictOrder })}
        />
        <Field
          name="maxPerMinute"
          label="Requests a minute"
          aside="optional"
          help="At most so many, retries included. The others wait; none is lost."
        >
          <Input
            value={draft.maxPerMinute ?? ''}
            inputMode="numeric"
            autoComplete="off"
            maxLength={MAX_DIGITS}
            placeholder="No limit"
            className="tabular max-w-40"
            onChange={(event) => onChange({ maxPerMinute: numberIn(event.target.value) })}
          />
        </Field>
      </div>
    </FormGroup>
  );
}

/** Returns the digits as a number; null without any. */
function numberIn(text: string): number | null {
  const digits = [...text].filter((character) => character >= '0' && character <= '9').join('');
  return digits === '' ? null : Number(digits);
}
