// Loadline as a process of its own, so that it can be killed: `served.ts BUNDLE FOLDER PORT`.
import { startWorkerd } from '../../test/worker/workerd';

const [bundle = '', persistTo, port] = process.argv.slice(2);
await startWorkerd(bundle, { vars: { LOADLINE_DEV: '1' }, persistTo, port: Number(port) });
console.log('serving');
