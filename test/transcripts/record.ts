// `node record.mjs FOLDER [group…]`, bundled by transcripts.test.ts: clock, randomness and log are replaced before anything
// else is loaded.
import { installChance } from './chance';
import { installClock } from './clock';
import { installLog } from './log';

installClock();
installChance();
installLog();
// Many commands print in this process.
process.stdout.setMaxListeners(0);
const [, , folder = '', ...wanted] = process.argv;
const { record } = await import('./main');
await record(folder, wanted);
process.exit(0);
