/** A thread of `measureSlowness` that reports its pace. */
import { parentPort } from 'node:worker_threads';
import { MEASURED_MS, stepsPerMs } from './step-loop.mjs';

parentPort?.postMessage(stepsPerMs(MEASURED_MS));
