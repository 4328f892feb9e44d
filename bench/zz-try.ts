import { bundleWorker } from '../test/worker/bundle';
import { startLimited } from '../test/worker/limits/start';
import { callRaw } from '../test/worker/raw-calls';
const bundle = process.env.BUNDLE ?? await bundleWorker();
console.log('bundle', bundle);
const l = await startLimited({ bundle, config: { demo: true } });
const wait = (ms:number)=>new Promise(r=>setTimeout(r,ms));
const one = async (what: string, work: () => Promise<unknown>) => {
  await l.reset(); await work(); await wait(1500);
  const o = await l.operations();
  console.log(what, JSON.stringify(o, null, 1).slice(0, Number(process.env.N ?? 6000)));
};
await callRaw(l, 'demo__get_booking', '{"id":"bk_0001"}');
await wait(1500);
await one('small', () => callRaw(l, 'demo__get_booking', '{"id":"none"}'));
await l.stop();
