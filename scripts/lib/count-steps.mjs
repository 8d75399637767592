/** A thread of `measureSlowness` that reports its pace. */
import { parentPort } from 'node:worker_threads';
import { stepsPerMs } from './step-loop.mjs';

const MEASURED_MS = 1_000;

parentPort?.postMessage(stepsPerMs(MEASURED_MS));
