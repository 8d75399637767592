'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

export interface SeededAnswer {
  queryKey: QueryKey;
  data: unknown;
}

export interface SeedAnswersProps {
  /** Identifies the rendering on the server. */
  seedId: string;
  answers: readonly SeededAnswer[];
  children: ReactNode;
}

/** Renderings with applied responses: when the person goes back to such a page, it requests them again. */
const taken = new Set<string>();

/** Puts the document's API responses into the cache, so that they are shown immediately without requests. */
export function SeedAnswers({ seedId, answers, children }: SeedAnswersProps) {
  const queryClient = useQueryClient();
  useState(() => {
    if (taken.has(seedId)) return;
    if (typeof window !== 'undefined') taken.add(seedId);
    for (const { queryKey, data } of answers) queryClient.setQueryData(queryKey, data);
  });
  return children;
}
