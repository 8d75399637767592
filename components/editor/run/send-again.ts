'use client';

import { createContext, useContext } from 'react';
import type { ReceivedRequest } from './run-controller';

/** Provides a function that runs the draft with a request received by a webhook. */
export const SendAgainContext = createContext<(request: ReceivedRequest) => void>(() => undefined);

export const useSendAgain = () => useContext(SendAgainContext);
