import type { ReactNode } from 'react';
import { PageHeader } from '@/components/page/page-header';
import { SettingsNav } from '@/components/settings/settings-nav';

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Settings" />
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <SettingsNav />
        <div className="min-w-0 flex-1 px-4 py-6 md:px-8 lg:max-w-5xl">{children}</div>
      </div>
    </>
  );
}
