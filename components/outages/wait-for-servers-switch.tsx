import { Switch } from '@/components/ui/switch';

const HELP =
  'When all retries of an API block fail, a queued run waits until the server answers again, for at most 24 hours. ' +
  'Runs whose caller waits for the result fail at once.';

interface WaitForServersSwitchProps {
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** Chooses whether queued runs of the workflow wait while a server is unavailable. */
export function WaitForServersSwitch({ checked, disabled = false, onChange }: WaitForServersSwitchProps) {
  return (
    <Switch
      label="Wait for unavailable servers"
      help={HELP}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
    />
  );
}
