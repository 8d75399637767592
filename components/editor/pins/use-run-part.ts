'use client';

import { createContext, useContext } from 'react';
import type { RunPart } from '../store/run-part';

/** Provides a function that runs a part of the draft. */
export const RunPartContext = createContext<(part: RunPart) => void>(() => undefined);

export const useRunPart = () => useContext(RunPartContext);
