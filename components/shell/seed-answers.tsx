'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

export interface SeededAnswer {
  queryKey: QueryKey;
  data: unknown;
}

export interface SeedAnswersProps {
  /** Of this rendering on the server. */
  seedId: string;
  answers: readonly SeededAnswer[];
  children: ReactNode;
}

/** Renderings whose answers were taken: a page gone back to must ask anew. */
const taken = new Set<string>();

/** Answers that came with the document, so that it shows them at once and its queries need not ask. */
export function SeedAnswers({ seedId, answers, children }: SeedAnswersProps) {
  const queryClient = useQueryClient();
  useState(() => {
    if (taken.has(seedId)) return;
    if (typeof window !== 'undefined') taken.add(seedId);
    for (const { queryKey, data } of answers) queryClient.setQueryData(queryKey, data);
  });
  return children;
}
