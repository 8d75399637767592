import { Switch } from '@/components/ui/switch';

const HELP =
  'Keeps the requests that may have changed something at another server, also of runs without tags. ' +
  'See Effects on the page of a run.';

interface KeepEffectsSwitchProps {
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** Chooses whether the requests with which runs change something are kept for all runs of the workflow. */
export function KeepEffectsSwitch({ checked, disabled = false, onChange }: KeepEffectsSwitchProps) {
  return (
    <Switch
      label="Keep what runs write"
      help={HELP}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
    />
  );
}
