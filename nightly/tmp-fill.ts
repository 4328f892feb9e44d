import { serveOn } from './faults/place';
import { fill, callIn, asking, LONG } from './pages/full';
const loadline = await serveOn({ LOADLINE_SESSION_TEXTS: 'true' })('/tmp/pages-state-' + process.pid);
console.log(loadline.url, process.pid);
if (process.argv.includes('--probe')) {
 console.log(JSON.stringify(await callIn(loadline, LONG, 'demo__list_bookings', {})).slice(0,300));
 console.log(JSON.stringify(await asking(loadline)('GET','/api/sessions')));
 await loadline.stop(); process.exit(0);
}
console.time('fill');
const filled = await fill(loadline);
console.timeEnd('fill');
console.log(JSON.stringify(filled.tokens));
setInterval(() => {}, 1000);
