'use client';

import { createContext, useContext } from 'react';
import type { RunPart } from '../store/run-part';

/** Runs a part of the draft. */
export const RunPartContext = createContext<(part: RunPart) => void>(() => undefined);

export const useRunPart = () => useContext(RunPartContext);
