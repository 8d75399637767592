'use client';

import { Plus, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useFormErrors } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { PasswordInput } from '@/components/ui/password-input';
import { MAX_HEADERS, type OwnHeader } from '@/lib/services/outgoing-webhooks/header-schema';
import { FormGroup } from './form-group';
import type { WebhookDraft } from './webhook-draft';

export interface HeadersGroupProps {
  draft: WebhookDraft;
  onChange: (change: Partial<WebhookDraft>) => void;
  readOnly: boolean;
}

/** Headers of the author's. The value of a stored one is `***` until another is typed. */
export function HeadersGroup({ draft: { headers }, onChange, readOnly }: HeadersGroupProps) {
  const error = useFormErrors().headers;
  const set = (changed: OwnHeader[]) => onChange({ headers: changed });
  const change = (place: number, part: Partial<OwnHeader>) =>
    set(headers.map((header, index) => (index === place ? { ...header, ...part } : header)));
  return (
    <FormGroup
      legend="Headers"
      help="Sent with each delivery. Values are encrypted and never shown again."
      error={error}
    >
      <div className="flex flex-col items-start gap-2">
        {headers.map(({ name, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names change while typed
          <div key={index} className="grid w-full grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-2">
            <Input
              aria-label={`Name of header ${index + 1}`}
              aria-invalid={error === undefined ? undefined : true}
              value={name}
              spellCheck={false}
              autoComplete="off"
              placeholder="X-Api-Key"
              className="font-mono text-xs"
              onChange={(event) => change(index, { name: event.target.value })}
            />
            <PasswordInput
              aria-label={`Value of header ${index + 1}`}
              value={value}
              className="font-mono text-xs"
              onChange={(event) => change(index, { value: event.target.value })}
            />
            <IconButton
              label={`Remove header ${index + 1}`}
              disabled={readOnly}
              onClick={() => set(headers.filter((_, place) => place !== index))}
            >
              <Trash2 />
            </IconButton>
          </div>
        ))}
        {readOnly ? null : (
          <Button
            size="sm"
            disabled={headers.length >= MAX_HEADERS}
            onClick={() => set([...headers, { name: '', value: '' }])}
          >
            <Plus aria-hidden />
            Add header
          </Button>
        )}
        {readOnly && headers.length === 0 ? <p className="text-muted text-xs">None.</p> : null}
      </div>
    </FormGroup>
  );
}
