import { parseArgs } from 'node:util';
import { selectChanged } from './lib/changed/select-changed.mjs';
import { summarize } from './lib/check-run.mjs';
import { runCommand } from './lib/lifetime.mjs';
import { measureSlowness } from './lib/machine-speed.mjs';
import { describeFailure, OperatorError } from './lib/operator-error.mjs';
import { prepare } from './lib/prepare.mjs';
import { startSampling, timeStage } from './lib/processor-time.mjs';
import { say } from './lib/progress.mjs';
import { PROJECT_ROOT, requireSupportedNode } from './lib/project.mjs';
import { startStress } from './lib/stress.mjs';
import { collectCosts, landingCosts, processorLines, storeCosts, withRest } from './lib/test-costs.mjs';
import { EVERYTHING, STAGES, stagesOfChange } from './lib/test-stages.mjs';

const CHANGED = 'changed';
const MOST_SEED = 2 ** 31;
const DID_NOT_BEGIN = 'did not begin';

/**
 * `npm test` runs everything; `npm test -- e2e login` one stage, and of it the files with "login" in their
 * names, and with `-t` the tests with this text in their titles. `npm test -- changed` runs what differs from
 * the branch `main` can break, or from `--since`. `--shuffle` is for a random order, `--seed` for the same
 * order again, `--stress` for a machine that is busy otherwise.
 */
runCommand(async (lifetime) => {
  const { only, since, selection } = readArguments();
  requireSupportedNode();
  if (selection.stress) startStress(lifetime);
  const slowness = await measureSlowness();
  const { stages, notes } = chooseStages(only, { since, slowness });
  for (const note of notes) say(`· ${note}`);
  if (selection.seed !== null) say(`· In random order: --shuffle --seed ${selection.seed}`);
  const sampler = startSampling(lifetime);
  const times = {};
  const context = { lifetime, selection, early: {} };
  const outcomes = [];
  for (const [name, stage] of Object.entries(stages)) {
    if (lifetime.ending) return 1;
    outcomes.push(...(await timeStage(times, name, () => runStage(name, stage, context))));
  }
  const causes = withRest(sampler.causes(), times);
  const run = { slowness, stages: times, causes };
  const isWhole = !only && !selection.stress && !lifetime.ending;
  const costLines = tellCosts(run, outcomes, { isWhole });
  const summary = summarize(outcomes, [...costLines, ...notes]);
  // first, so that the counts are the last line
  const exitCode = await lifetime.end(summary.failed > 0 ? 1 : 0);
  process.stdout.write(`\n${summary.text}\n`);
  return exitCode ?? 1;
});

/**
 * Returns the stage, the start of the change, and the selection of all stages: `{filters, title, seed,
 * stress}`.
 */
function readArguments() {
  const { values, positionals } = parse();
  const [only, ...filters] = positionals;
  const { shuffle, stress, since, title = null } = values;
  if (only && only !== CHANGED && !STAGES[only])
    throw new OperatorError(
      `There is no stage "${only}": choose ${[...Object.keys(STAGES), CHANGED].join(', ')}.`,
    );
  if (only === CHANGED && filters.length > 0)
    throw new OperatorError(`"${CHANGED}" chooses the files itself; --since REF names another start.`);
  if (since !== undefined && only !== CHANGED)
    throw new OperatorError(`--since goes with "${CHANGED}": npm test -- ${CHANGED} --since ${since}.`);
  const seed = Number(values.seed ?? Math.floor(Math.random() * MOST_SEED));
  if (!Number.isInteger(seed)) throw new OperatorError(`--seed takes a whole number, not "${values.seed}".`);
  return { only, since, selection: { filters, title, seed: shuffle ? seed : null, stress } };
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        title: { type: 'string', short: 't' },
        since: { type: 'string' },
        shuffle: { type: 'boolean' },
        seed: { type: 'string' },
        stress: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new OperatorError(error.message);
  }
}

/**
 * Returns the stages by name, and lines for people about their choice.
 * @returns {{stages: Record<string, any>, notes: string[]}}
 */
function chooseStages(only, change) {
  if (!only) return { stages: EVERYTHING, notes: [] };
  if (only !== CHANGED) return { stages: { [only]: STAGES[only] }, notes: [] };
  const selected = selectChanged(PROJECT_ROOT, change);
  return { stages: stagesOfChange(selected), notes: selected.notes };
}

/**
 * Counts a stage that cannot start as one failure; the next ones still run.
 * @param {string} name
 * @param {import('./lib/test-stages.mjs').Stage} stage
 * @param {import('./lib/test-stages.mjs').StageContext} context
 */
async function runStage(name, { parts, run, selection }, context) {
  try {
    await prepare(context.lifetime, { ...parts, devPackages: true });
    return await run({ ...context, selection: { ...context.selection, ...selection } });
  } catch (error) {
    console.error(describeFailure(error));
    return [{ name, passed: 0, failed: 1, seconds: DID_NOT_BEGIN }];
  }
}

/** Returns lines with the costs; those of a whole run are stored, and compared with the last landing's. */
function tellCosts(run, outcomes, { isWhole }) {
  const isComplete = isWhole && outcomes.every(({ seconds }) => seconds !== DID_NOT_BEGIN);
  if (isComplete) storeCosts(collectCosts(run, outcomes));
  return processorLines(run, isComplete ? landingCosts() : null);
}
