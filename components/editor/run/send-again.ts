'use client';

import { createContext, useContext } from 'react';
import type { ReceivedRequest } from './run-controller';

/** Runs the draft with a request that a webhook received. */
export const SendAgainContext = createContext<(request: ReceivedRequest) => void>(() => undefined);

export const useSendAgain = () => useContext(SendAgainContext);
