import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { inter, interExtended, jetbrainsMono } from '@/components/shell/fonts';
import { Providers } from '@/components/shell/providers';
import { PageTimeProvider } from '@/components/ui/page-time';
import { knownZone } from './known-zone';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Millrace', template: '%s · Millrace' },
  description: 'Build HTTP workflows on a canvas; every run logged, every completion delivered.',
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafafb' },
    { media: '(prefers-color-scheme: dark)', color: '#0f1115' },
  ],
};

/** Returns the scripts' nonce. Reading it also keeps every page dynamic, which the CSP needs. */
async function scriptNonce(): Promise<string | undefined> {
  const policy = (await headers()).get('content-security-policy');
  return policy?.match(/'nonce-([^']+)'/)?.[1];
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    // theme.js sets data-theme before React hydrates.
    <html
      lang="en"
      suppressHydrationWarning
      className={`${inter.variable} ${interExtended.variable} ${jetbrainsMono.variable}`}
    >
      <head>
        <script src="/theme.js" nonce={await scriptNonce()} suppressHydrationWarning />
      </head>
      <body>
        <PageTimeProvider nowMs={Date.now()} timeZone={knownZone((await cookies()).get('time-zone')?.value)}>
          <Providers>{children}</Providers>
        </PageTimeProvider>
      </body>
    </html>
  );
}
