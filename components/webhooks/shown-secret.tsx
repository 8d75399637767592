import { ShownOnceDialog } from '@/components/ui/shown-once-dialog';

/** A generated secret: this is the only time it is visible. */
export const ShownSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnceDialog
    title="The signing secret"
    label="Signing secret"
    secret={secret}
    warning="Copy it now and give it to the receiver. It is kept encrypted and can’t be shown again."
    onClose={onClose}
  />
);
