// One workerd for the deployments that the files of a process start one after another: its start, and what V8 compiles
// at first use, are most of what a short file takes. Each deployment is apart from the others (apart.ts).
import { around } from './around';
import { startWorkerd, type Workerd, type WorkerdOfMany } from './workerd';

/** So many fit into one: more than the tests start. */
const PLACES = Array.from({ length: 90 }, (_, at) => `Place${at}`);

/** The beginning of a line that one of them has written; the runtime's own are everybody's. */
const OF_PLACE = /^(Place\d+)\|/;

/** Of the process: a file of tests may have modules of its own. */
const process = globalThis as {
	loadlineWorkerd?: { workerd: Promise<WorkerdOfMany>; next: number };
};

/** The Loadline that the bundle makes once for its isolate, made once for each deployment. */
const apart = (main: string): string => {
	const once = /=>\(([\w$]+)\?\?=([\w$]+\(([\w$]+),[\w$]+,\{fetch:[\w$]+\}\)),\1\)/g;
	if (main.match(once)?.length !== 1)
		throw new Error('the bundle makes its Loadline in another way');
	return main.replace(once, '=>globalThis.loadlineOf($3,()=>$2)');
};

/** Starts a deployment in it. @param varsAt its variables, by its address */
export async function startShared(
	bundle: string,
	varsAt: (url: string) => Promise<Readonly<Record<string, string>>>,
): Promise<Workerd> {
	process.loadlineWorkerd ??= {
		workerd: startWorkerd(bundle, {
			main: apart,
			entrypoints: PLACES,
			around: (classes) =>
				around([
					`import worker, * as inside from './worker.js';`,
					`import { deployment, objectApart } from '../apart';`,
					'export default {};',
					...PLACES.map((name) => `export const ${name} = deployment('${name}', worker);`),
					...classes.map((name) => `export const ${name} = objectApart(inside.${name});`),
				]),
		}),
		next: 0,
	};
	const place = PLACES[process.loadlineWorkerd.next++];
	if (place === undefined) throw new Error('no more deployments fit into one workerd');
	const { entry, logs } = await process.loadlineWorkerd.workerd;
	const url = await entry(place);
	const begun = await fetch(url, { method: 'POST', body: JSON.stringify(await varsAt(url)) });
	if (begun.status !== 204) throw new Error(`${place}: ${begun.status} ${await begun.text()}`);
	const first = logs.length;
	return {
		...{ url, directUrl: url },
		get logs() {
			return logs.slice(first).flatMap((line) => {
				const [label = '', of = place] = OF_PLACE.exec(line) ?? [];
				return of === place ? [line.slice(label.length)] : [];
			});
		},
		// Nobody calls it any more; the others go on.
		stop: async () => {},
	};
}
