'use client';

import { useSendStore } from '../store/send-state';

/** Sets a typed sample, or removes it (null). */
export function useSampleChange(blockId: string) {
  const store = useSendStore();
  return (text: string | null) =>
    store.setState(({ samples: { [blockId]: _, ...others } }) => ({
      samples: text === null ? others : { ...others, [blockId]: text },
    }));
}
