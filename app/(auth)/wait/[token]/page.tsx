import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { WaitForm } from '@/components/waits/wait-form';
import { askApi } from '@/lib/platform/http/page-api';
import type { WaitPage } from '@/lib/services/runs/wait-schema';

// The token in the address must not travel to other sites.
export const metadata: Metadata = {
  title: 'Waiting for an answer',
  referrer: 'no-referrer',
  robots: { index: false },
};

export default async function WaitPageOfLink({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const cookie = (await headers()).get('cookie') ?? undefined;
  const json = await askApi(`/api/v1/waits/${encodeURIComponent(token)}`, cookie);
  return <WaitForm token={token} initial={json === null ? undefined : (JSON.parse(json) as WaitPage)} />;
}
