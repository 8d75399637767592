'use client';

import { useId, useState } from 'react';
import { toast } from 'sonner';
import { Form } from '@/components/page/form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { RelativeTime } from '@/components/ui/relative-time';
import { typedNumber } from '@/components/ui/typed-number';
import { type Hold, MAX_PER_MINUTE, PerMinute } from '@/lib/services/holds/schema';
import { DiscardButton } from './discard-button';
import { rateWords, waitingWords } from './hold-words';
import { type HoldTarget, useHoldActions } from './use-hold-actions';

interface HeldDialogProps {
  target: HoldTarget;
  hold: Hold;
  mayChange: boolean;
  onClose: () => void;
}

/** Shows a hold: since when, by whom and why; releases what waits, at a rate, or discards it. */
export function HeldDialog({ target, hold, mayChange, onClose }: HeldDialogProps) {
  const form = useId();
  const [rate, setRate] = useState('');
  const actions = useHoldActions(target);
  const perMinute = rate.trim() === '' ? undefined : typedNumber(rate);
  const isRate = perMinute === undefined || PerMinute.safeParse(perMinute).success;
  const release = () =>
    actions.release.mutate(perMinute === undefined ? {} : { perMinute }, {
      onSuccess: () => {
        toast.success(`${target.name} is released.`);
        onClose();
      },
    });
  const { reason, waitingCallers } = hold;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Hold on ${target.name}`}
      footer={
        mayChange ? (
          <>
            <DiscardButton target={target} hold={hold} />
            {hold.release === null ? null : (
              <Button
                busy={actions.hold.isPending}
                onClick={() => actions.hold.mutate({ reason, waitingCallers })}
              >
                Hold again
              </Button>
            )}
            <Button variant="primary" type="submit" form={form} busy={actions.release.isPending}>
              {hold.release === null ? 'Release' : 'Change the rate'}
            </Button>
          </>
        ) : null
      }
    >
      <Form
        id={form}
        noValidate
        error={actions.release.error ?? actions.hold.error}
        problems={{
          perMinute: isRate ? undefined : `Enter a whole number from 1 to ${MAX_PER_MINUTE}.`,
        }}
        onSubmit={release}
      >
        <HeldFacts hold={hold} />
        {mayChange ? (
          <Field
            name="perMinute"
            label="Runs a minute"
            aside="optional"
            help="The oldest start first. Without a rate they start as fast as the queue takes them."
          >
            <Input
              inputMode="numeric"
              className="tabular max-w-40"
              placeholder="No limit"
              value={rate}
              onChange={(event) => setRate(event.target.value)}
            />
          </Field>
        ) : null}
      </Form>
    </Dialog>
  );
}

function HeldFacts({ hold }: { hold: Hold }) {
  const { heldAt, heldBy, byRule, reason, release, waitingCallers } = hold;
  const holder = byRule ? 'a budget' : (heldBy?.name ?? 'a deleted account');
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>
        Held since <RelativeTime at={heldAt} /> by {holder}. {waitingWords(hold)}.
      </p>
      {reason === '' ? null : <p className="wrap-anywhere whitespace-pre-wrap text-muted">{reason}</p>}
      {release === null ? (
        <p className="text-muted">
          {waitingCallers === 'refuse'
            ? 'Callers that wait for the result get 503.'
            : 'Callers that wait for the result get 202, and their runs wait too.'}
        </p>
      ) : (
        <p className="text-muted">
          Releasing since <RelativeTime at={release.startedAt} />, {rateWords(release)}.
        </p>
      )}
    </div>
  );
}
