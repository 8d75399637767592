'use client';

import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './icon-button';
import { Input } from './input';

/**
 * An input for a secret, which can be shown for checking. By default it is a new one: password managers ignore
 * `off`, and would fill in the person's own password.
 */
export function PasswordInput({
  className,
  autoComplete = 'new-password',
  isHidden = true,
  ...props
}: Omit<ComponentProps<'input'>, 'type'> & {
  /** False while its text is no secret, but the name of one. */
  isHidden?: boolean;
}) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        type={shown || !isHidden ? 'text' : 'password'}
        autoComplete={autoComplete}
        className={`pr-9 ${className ?? ''}`}
        {...props}
      />
      {isHidden ? (
        <IconButton
          label={shown ? 'Hide' : 'Show'}
          size="sm"
          className="absolute top-1 right-1"
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff /> : <Eye />}
        </IconButton>
      ) : null}
    </div>
  );
}
