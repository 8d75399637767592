'use client';

import { signIn } from 'next-auth/react';
import { Button } from '@/components/ui/button';
import type { SignInProvider } from '@/lib/services/accounts/schema';
import { cn } from '../ui/class-names';

const TITLES: Record<SignInProvider, string> = { github: 'GitHub', google: 'Google' };

/** Buttons for the configured sign-in providers; renders nothing without any. */
export function ProviderButtons({ providers, next }: { providers: readonly SignInProvider[]; next: string }) {
  if (providers.length === 0) return null;
  return (
    <>
      <div className="flex flex-col gap-2">
        {providers.map((provider) => (
          <Button key={provider} size="lg" onClick={() => signIn(provider, { callbackUrl: next })}>
            Continue with {TITLES[provider]}
          </Button>
        ))}
      </div>
      <p
        className={cn(
          'flex items-center gap-3 text-faint text-xs before:h-px',
          'before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line',
        )}
      >
        or with your e-mail
      </p>
    </>
  );
}
