// The works: drafts and what is published of them, runs, configuration, findings, imports, results kept,
// calls in sessions, sessions that are deleted.
import type { Place } from './place';
import { api, Counted, call, Kept, pause, Refused, sent, type Work } from './work';

const LINES = 120;

/** Drafts of memory: one that is written again and again, new ones, and some that are published. */
export function drafts(): Work {
	const body = (n: number) => `${n}\n`.repeat(LINES);
	const versions = new Counted();
	const published = new Set<string>();
	let id = '';
	let [made, begun] = [0, 0];
	const session_id = 'drafts';
	const knownHashes = { 'META_PROMPT.md': '' };
	let isSetUp = false;
	const artifact = async (place: Place, op: object) =>
		String((await call(place, 'artifact', { resource: 'context', op, session_id }, 'drafts')).id);
	return {
		name: 'drafts',
		acknowledged: () => versions.acked + published.size,
		async step(place) {
			if (!isSetUp) await call(place, 'memsetup', { session_id, knownHashes }, 'drafts');
			isSetUp = true;
			if (id === '')
				id = await artifact(place, {
					// Another one where the answer was lost: its id is not known.
					create: { path: `faults/one-${++begun}.md`, body: body(0) },
				});
			await versions.next((n) => artifact(place, { update: { id, body: body(n) } }));
			if (versions.tried % 5 !== 0) return;
			const path = `faults/n${++made}.md`;
			const draft = await artifact(place, { create: { path, body: body(made) } });
			await api(place, `/memory/drafts/${draft}/submit`, sent('POST', {}));
			await api(place, `/memory/drafts/${draft}/approve`, sent('POST', {}));
			published.add(path);
		},
		async check(place) {
			if (id === '') return [];
			const { proposed, withheld } = await api<{
				proposed: { content: string } | null;
				withheld?: string;
			}>(place, `/memory/drafts/${id}`);
			if (proposed === null) return [`lost: the body of the draft (${withheld})`];
			const lines = proposed.content.trimEnd().split('\n');
			const wrong = versions.wrong('the draft', lines.map(Number));
			if (lines.length !== LINES) wrong.push(`half state: ${lines.length} lines of ${LINES}`);
			const there = new Set<string>();
			for (let offset = 0; ; offset += 200) {
				const { objects } = await api<{ objects: { path: string }[] }>(
					place,
					`/memory/objects?limit=200&offset=${offset}`,
				);
				for (const { path: shown } of objects) {
					const path = shown.toLowerCase();
					if (there.has(path)) wrong.push(`twice: ${path} is published`);
					there.add(path);
				}
				if (objects.length < 200) break;
			}
			for (const path of published)
				if (![...there].some((each) => each.endsWith(path))) wrong.push(`lost: ${path}, published`);
			return wrong;
		},
	};
}

interface Moved {
	readonly run_id: string;
	readonly position: number;
	readonly status?: string;
	readonly contextAction?: string;
	readonly stale?: boolean;
}

/** Runs of a workflow: every answer that is lost is asked for again, as a host does. */
export function runs(): Work {
	/** Actions of `draft-and-refine`, by position. */
	const ACTIONS = new Map([
		[2, 'compact'],
		[3, 'compact'],
		[4, 'compact'],
		[5, 'clear'],
	]);
	const acknowledged = new Map<string, number>();
	/** Actions handed over as new ones, by run and position. */
	const delivered = new Map<string, number>();
	const unchecked = new Set<string>();
	let keys = 0;
	let run: string | undefined;
	let moves = 0;
	return {
		name: 'runs',
		acknowledged: () => moves,
		async step(place) {
			const move = (name: string, args: object) =>
				call(place, name, args, 'runs') as unknown as Promise<Moved>;
			if (run === undefined) {
				const key = `k${keys}`;
				const begun = await move('workflow_start', { workflow: 'draft-and-refine', key });
				keys++;
				run = begun.run_id;
				acknowledged.set(run, begun.position);
				unchecked.add(run);
				moves++;
			}
			// It may have ended although the answer that said so was lost.
			const { status } = await move('workflow_status', { run_id: run });
			if (status !== 'running') {
				run = undefined;
				return;
			}
			const position = acknowledged.get(run) ?? 1;
			const answer = await move('workflow_advance', { run_id: run, if_position: position });
			moves++;
			if (answer.position !== position + 1)
				throw new Refused(`run ${run} is at ${answer.position} after ${position}`);
			acknowledged.set(run, answer.position);
			const wanted = ACTIONS.get(answer.position);
			if (answer.contextAction !== (wanted === undefined ? undefined : `/${wanted}`))
				throw new Refused(`run ${run} asks ${answer.contextAction} at ${answer.position}`);
			const at = `${run} ${answer.position}`;
			if (answer.contextAction !== undefined && answer.stale !== true)
				delivered.set(at, (delivered.get(at) ?? 0) + 1);
		},
		async check(place) {
			const wrong = [...delivered].flatMap(([at, times]) =>
				times > 1 ? [`double action: ${at} was new ${times} times`] : [],
			);
			for (const id of unchecked) {
				const { run: kept, history } = await api<{
					run: { position: number };
					history: { position: number; contextAction?: string }[];
				}>(place, `/runs/${id}?limit=200`);
				const least = acknowledged.get(id) ?? 0;
				if (kept.position < least)
					wrong.push(`lost: run ${id} is at ${kept.position}, ${least} was acknowledged`);
				if (kept.position > least + 1) wrong.push(`run ${id} is at ${kept.position}, not ${least}`);
				const positions = history.map(({ position }) => position).reverse();
				if (positions.some((position, at) => position !== at + 1))
					wrong.push(`history of ${id} is ${positions.join(' ')}`);
				for (const { position, contextAction } of history)
					if (contextAction !== ACTIONS.get(position))
						wrong.push(`${id} recorded ${contextAction} at ${position}`);
				if (id !== run) unchecked.delete(id);
			}
			return wrong;
		},
	};
}

/** Milliseconds until a configuration is in force everywhere (docs/config.md), on a busy machine. */
const IN_FORCE_MS = 30_000;

/** The configuration: each version has what was sent with it, and none is skipped or repeated. */
export function configuration(): Work {
	const sizes = new Map<number, number>();
	/** Beyond the usual bound a finding is refused: nothing is lost with it, but nothing more is shown either. */
	const limits = { findings: 100_000 };
	let [tried, acked, version] = [0, 0, 0];
	return {
		name: 'configuration',
		acknowledged: () => acked,
		async step(place) {
			const defaultPageSize = (++tried % 150) + 20;
			const answer = await place.fetch('/api/config', sent('PUT', { defaultPageSize, limits }));
			const text = await answer.text();
			// Two writes of a key within a second are refused by KV; the caller is told to repeat.
			if (answer.status === 429) return void (await pause(400));
			if (!answer.ok) throw new Refused(`config answers ${answer.status}: ${text}`);
			({ version } = JSON.parse(text));
			sizes.set(version, defaultPageSize);
			acked++;
			await pause(200);
		},
		async check(place) {
			const { versions } = await api<{
				versions: { version: number; changes: { path: string; after?: unknown }[] }[];
			}>(place, '/config/history?limit=50');
			const newest = versions[0]?.version ?? 0;
			const wrong: string[] = [];
			if (newest < version) wrong.push(`lost: version ${newest}, ${version} acknowledged`);
			const inForce = () =>
				api<{ version: number; config: { defaultPageSize: number } }>(place, '/config');
			let now = await inForce();
			// A version that KV could not take is in force after the first look at the history.
			const until = Date.now() + IN_FORCE_MS;
			while (now.version < version && Date.now() < until) {
				await pause(200);
				now = await inForce();
			}
			if (now.version < version) wrong.push(`not in force: version ${version}, but ${now.version}`);
			const sentThen = sizes.get(now.version);
			if (sentThen !== undefined && sentThen !== now.config.defaultPageSize)
				wrong.push(`half state: version ${now.version} has ${now.config.defaultPageSize}`);
			versions.forEach((each, at) => {
				const before = versions[at - 1];
				if (before !== undefined && before.version !== each.version + 1)
					wrong.push(`history goes from ${before.version} to ${each.version}`);
				const size = each.changes.find(({ path }) => path === 'defaultPageSize')?.after;
				const wanted = sizes.get(each.version);
				if (size !== undefined && wanted !== undefined && size !== wanted)
					wrong.push(`version ${each.version} has ${size}, ${wanted} was sent`);
			});
			return wrong;
		},
	};
}

/** Findings, each once; and imports, each whole. */
export function records(): Work {
	const findings = new Kept<number>();
	const imports = new Counted();
	let tried = 0;
	return {
		name: 'records',
		acknowledged: () => findings.size + imports.acked,
		async step(place) {
			const n = ++tried;
			await call(place, 'store_analysis_memory', { finding: `finding number ${n};` }, 'records');
			findings.add(n);
			if (n % 4 !== 0) return;
			await imports.next((at) => {
				const rows = Array.from({ length: 300 }, (_, id) => ({ id: id + 1, batch: at }));
				return api(place, '/records/rows', sent('POST', rows));
			});
		},
		async check(place) {
			const wrong: string[] = [];
			if (imports.tried > 0) {
				const batches: number[] = [];
				for (const from of [1, 51, 101, 151, 201, 251]) {
					const where = encodeURIComponent(JSON.stringify({ id: { $gte: from, $lt: from + 50 } }));
					const path = `/records/rows?limit=50&where=${where}`;
					const page = await api<{ items: { batch: number }[] }>(place, path).catch((error) => {
						if (imports.acked > 0) throw error;
						return { items: [] };
					});
					batches.push(...page.items.map(({ batch }) => batch));
				}
				wrong.push(...imports.wrong('the collection', batches));
				if (![0, 300].includes(batches.length))
					wrong.push(`half state: ${batches.length} records of 300`);
			}
			for (const n of findings.due()) {
				const query = encodeURIComponent(`number ${n};`);
				const { findings: found } = await api<{ findings: { finding: string }[] }>(
					place,
					`/findings?query=${query}`,
				);
				const times = found.filter(({ finding }) => finding === `finding number ${n};`).length;
				if (times !== 1) wrong.push(`${times === 0 ? 'lost' : 'twice'}: finding ${n} (${times})`);
			}
			return wrong;
		},
	};
}

/**
 * Results behind handles: what comes next is what came next when they were made.
 * @param versions of the configuration so far: after twenty more a handle is closed
 * @param hasJumped the clock, further than a result lives
 */
export function results(versions = () => 0, hasJumped = false): Work {
	interface Page {
		readonly cursor: string;
		readonly last: string;
		readonly version: number;
	}
	const kept = new Kept<Page>();
	const idsOf = (answer: Record<string, unknown>) =>
		(answer.bookings as { id: string }[]).map(({ id }) => id);
	return {
		name: 'results',
		acknowledged: () => kept.size,
		async step(place) {
			const limit = 1 + (kept.size % 40);
			const answer = await call(place, 'demo__list_bookings', { _loadline: { limit } }, 'results');
			// If it could not be stored there is none, which the answer says.
			if (typeof answer.nextCursor !== 'string') return;
			const last = idsOf(answer).at(-1) ?? '';
			kept.add({ cursor: answer.nextCursor, last, version: versions() });
		},
		async check(place) {
			const wrong: string[] = [];
			for (const { cursor, last, version } of kept.due()) {
				if (versions() - version >= 15) continue;
				const next = await call(place, 'read_result', { handle: cursor }, 'results').catch(
					(error: Error) => error,
				);
				if (next instanceof Error && hasJumped && /Expired handle/.test(next.message)) continue;
				if (next instanceof Error)
					wrong.push(`lost: a result kept (${next.message.slice(0, 300)})`);
				// The demo's ids count down.
				else if (Number(idsOf(next)[0]?.slice(3)) !== Number(last.slice(3)) - 1)
					wrong.push(`half state: ${idsOf(next)[0]} comes after ${last}`);
			}
			return wrong;
		},
	};
}

/** Milliseconds after which a call is entered, on a busy machine. */
const ENTERED_MS = 1_500;
/** Milliseconds until a session has told what it knows: a minute, and five more where that failed. */
const TOLD_MS = 400_000;

/**
 * Calls of a session. The record of a call is entered after its answer (docs/storage.md), so that those of the
 * last moment before a kill may be missing; none is there twice, and telemetry counts what the session has.
 * @param isRefused entries may be: the answer stands when the disk has no room for its record
 */
export function calls(isRefused = false): Work {
	const ENDPOINT = 'demo__get_booking';
	let answered: number[] = [];
	let [all, tried, last, entered] = [0, 0, 0, 0];
	const inSession = async (place: Place): Promise<number> => {
		const answer = await place.fetch('/api/sessions/calls');
		if (answer.status === 404) return 0;
		return ((await answer.json()) as { totals: { calls: number } }).totals.calls;
	};
	return {
		name: 'calls',
		acknowledged: () => all,
		async step(place) {
			tried++;
			last = Date.now();
			await call(place, ENDPOINT, { id: 'bk_0001', _loadline: { fields: 'id' } }, 'calls');
			last = Date.now();
			answered.push(last);
			all++;
			await pause(20);
		},
		async check(place) {
			const due = entered + answered.filter((time) => time < last - ENTERED_MS).length;
			const most = entered + tried;
			const found = await inSession(place);
			[answered, tried, entered] = [[], 0, found];
			if (found < due && !isRefused)
				return [`lost: ${found} calls in the session, ${due} were entered`];
			return found > most ? [`twice: ${found} calls in the session of ${most}`] : [];
		},
		async finish(place) {
			const until = Date.now() + TOLD_MS;
			let counted = 0;
			for (;;) {
				// If the clock had jumped, some were of a time to come.
				const path = `/telemetry?groupBy=endpoint&endpoint=${ENDPOINT}&from=${Date.now() - 43_200_000}&to=${Date.now() + 43_200_000}`;
				const { groups } = await api<{ groups: { key: string; count: number }[] }>(place, path);
				counted = groups.find(({ key }) => key === ENDPOINT)?.count ?? 0;
				if (counted >= entered || Date.now() > until) break;
				await pause(2_000);
			}
			return counted === entered
				? []
				: [`telemetry counts ${counted} calls, the session has ${entered}`];
		},
	};
}

/** Sessions that are deleted as soon as they have a call, and one of a name that comes again and again. */
export function ends(): Work {
	const deleted = new Kept<string>();
	let begun = 0;
	let acked = 0;
	const isThere = async (place: Place, name: string): Promise<boolean> =>
		(await place.fetch(`/api/sessions/${name}`)).ok;
	return {
		name: 'ends',
		acknowledged: () => acked,
		async step(place) {
			const n = ++begun;
			const name = n % 3 === 0 ? 'again' : `end-${n}`;
			await call(place, 'demo__list_bookings', { _loadline: { limit: 1 } }, name);
			// A call is entered after its answer.
			for (let looks = 0; looks < 40 && !(await isThere(place, name)); looks++) await pause(50);
			await api(place, `/sessions/${name}`, { method: 'DELETE' });
			if (name !== 'again') deleted.add(name);
			acked++;
		},
		async check(place) {
			const wrong: string[] = [];
			for (const name of deleted.due())
				if (await isThere(place, name))
					wrong.push(`half state: ${name} is there after it was deleted`);
			return wrong;
		},
	};
}

/** @param may `isRefused` as in `calls`, `hasJumped` as in `results` */
export function works(may: { isRefused?: boolean; hasJumped?: boolean } = {}): Work[] {
	const config = configuration();
	return [
		...[drafts(), runs(), config, records(), ends(), calls(may.isRefused)],
		results(() => config.acknowledged(), may.hasJumped),
	];
}
