'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useComposition } from '@/components/ui/composition';
import { Toaster } from '@/components/ui/toaster';
import { TooltipProvider } from '@/components/ui/tooltip';
import { queryClientOfPage } from './query-client';

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(queryClientOfPage);
  useComposition();
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>{children}</TooltipProvider>
      <Toaster />
    </QueryClientProvider>
  );
}
