'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, client } from '@/lib/platform/http/client';
import { listenToHookEndpoint } from '@/lib/services/incoming-webhooks/endpoints';
import { HookListenEvent } from '@/lib/services/incoming-webhooks/schema';
import { errorWords } from '../../page/error-words';
import { readEventData } from '../../page/event-stream';
import { hookRequestsKey } from './hook-queries';

const AGAIN_AFTER_MS = 2_000;

interface Listening {
  state: 'off' | 'connecting' | 'on' | 'failed';
  /** The reason of the failure. */
  failure: string | null;
}

const OFF: Listening = { state: 'off', failure: null };

/**
 * Stores test requests to the block while `isOn`, and refetches their list with each. A stream that ends is
 * opened again; one that is refused is not.
 */
export function useHookListening(workflowId: string, blockId: string, isOn: boolean): Listening {
  const queries = useQueryClient();
  const [listening, setListening] = useState<Listening>(OFF);
  useEffect(() => {
    if (!isOn) return setListening(OFF);
    const leaving = new AbortController();
    const { signal } = leaving;
    const refresh = () => queries.invalidateQueries({ queryKey: hookRequestsKey(workflowId, blockId) });
    async function readOnce(): Promise<void> {
      const response = await client.send(
        listenToHookEndpoint,
        { params: { id: workflowId, blockId } },
        { signal, headers: { accept: 'text/event-stream' } },
      );
      for await (const data of readEventData(response.body!)) {
        if (!HookListenEvent.safeParse(JSON.parse(data)).success) continue;
        setListening({ state: 'on', failure: null });
        void refresh();
      }
    }
    async function listen(): Promise<void> {
      setListening({ state: 'connecting', failure: null });
      while (!signal.aborted) {
        try {
          await readOnce();
        } catch (error) {
          if (signal.aborted) return;
          if (error instanceof ApiError && error.status < 500)
            return setListening({ state: 'failed', failure: errorWords(error) });
          setListening({ state: 'connecting', failure: errorWords(error) });
          await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
        }
      }
    }
    void listen();
    return () => leaving.abort();
  }, [queries, workflowId, blockId, isOn]);
  return listening;
}
