'use client';

import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { toast } from 'sonner';
import { Button } from './button';
import { copyText } from './copy-text';
import { IconButton } from './icon-button';

const CONFIRM_MS = 1_500;

export interface CopyButtonProps {
  /** A function is called only on a click: for texts that are expensive to produce. */
  text: string | (() => string | Promise<string>);
  label?: string;
  size?: 'sm' | 'md';
  className?: string;
  /** With children it is a button with text, else an icon. */
  children?: ReactNode;
}

export function CopyButton({ text, label = 'Copy', size = 'sm', className, children }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const done = await copyText(typeof text === 'function' ? await text() : text);
    if (done) setCopied(true);
    else toast.error('The browser did not allow copying. Select the text and copy it by hand.');
  };
  const icon = copied ? <Check className="text-success" aria-hidden /> : <Copy aria-hidden />;
  if (children) {
    return (
      <Button size={size} className={className} onClick={copy}>
        {icon}
        <span aria-live="polite">{copied ? 'Copied' : children}</span>
      </Button>
    );
  }
  return (
    <IconButton label={copied ? 'Copied' : label} size={size} className={className} onClick={copy}>
      {icon}
    </IconButton>
  );
}
