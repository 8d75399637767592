'use client';

import { useState } from 'react';
import { ScriptInput } from '@/components/code/script-input';
import { Field } from '@/components/ui/field';
import { Switch } from '@/components/ui/switch';
import { FormGroup } from './form-group';
import type { WebhookDraft } from './webhook-draft';

export interface TransformGroupProps {
  draft: WebhookDraft;
  onChange: (change: Partial<WebhookDraft>) => void;
  readOnly: boolean;
}

const EXAMPLE = `const { executionId, status } = event.data;
return { text: \`Run \${executionId}: \${status}\` };
`;

/** Code that makes the body; the preview beside the form shows what it returns. */
export function TransformGroup({ draft: { transform }, onChange, readOnly }: TransformGroupProps) {
  const [lastCode, setLastCode] = useState(transform ?? EXAMPLE);
  return (
    <FormGroup legend="Transform" help="For receivers that expect another body than the documented one.">
      <div className="flex flex-col gap-3">
        <Switch
          label="Transform the body"
          help="Runs once for each delivery, before the first attempt. Retries send the same body."
          disabled={readOnly}
          checked={transform !== null}
          onCheckedChange={(on) => {
            if (transform !== null) setLastCode(transform);
            onChange({ transform: on ? lastCode : null });
          }}
        />
        {transform === null ? null : (
          <Field
            name="transform"
            label="Code"
            help={
              <>
                JavaScript, as in a Function block. <code>event</code> is the payload; return the body: an
                object, a list or a text. The preview shows the result. It has one second, and no network.
              </>
            }
          >
            <ScriptInput
              value={transform}
              readOnly={readOnly}
              onChange={(code) => onChange({ transform: code })}
            />
          </Field>
        )}
      </div>
    </FormGroup>
  );
}
