// Erasures and exports as routes ask for them: begun here, carried out by the deployment's Directory object;
// an export is lines of JSON, some at a time, without secrets (docs/storage.md).
import * as z from 'zod/v4';
import { randomCallId } from '../adapters/crypto';
import type { HttpDeps } from '../adapters/http';
import type { Subject } from '../adapters/sqlite';
import { err, ok } from '../shared/result';
import {
	type Directories,
	keysHeld,
	ownPlaces,
	type Place,
	placed,
	principalsOf,
	sessionPlaces,
	sessionsOf,
	sharedPlaces,
	wasActive,
} from './directory-object';
import type { Env } from './env';

const OF_THE_OWNER =
	'This principal owns the deployment: what a deployment stands on is not erased while it runs.';

export const createErasures = (
	env: Env,
	{ erasures, ownership }: Directories,
): HttpDeps['erasures'] => ({
	async begin(subject) {
		const isOwner = (await ownership.get())?.id === subject.principal;
		if (subject.principal !== undefined && isOwner) return err(OF_THE_OWNER);
		const id = `er-${randomCallId()}`;
		return ok(await erasures.begin({ ...subject, id, isKnown: await wasActive(env, subject) }));
	},
	get: (id) => erasures.get(id),
	export: (subject, after) => exportSome(env, subject, after),
});

/** Start of a part: an object and its rows, or a key of KV. It comes from the caller. */
const beginning = z.union([
	z.strictObject({
		place: z.string(),
		rows: z.strictObject({ table: z.string(), shown: z.int().min(0) }).optional(),
	}),
	z.strictObject({ key: z.string() }),
]);
type From = z.infer<typeof beginning>;

/** Characters and requests after which a part ends. */
const LONGEST = 4_000_000;
const MOST_ASKED = 200;

/** @param after `next` of the part before; what is none begins anew */
async function exportSome(env: Env, subject: Subject, after = '') {
	const from = fromOf(after);
	const lines: object[] = [];
	let size = 0;
	let asked = 0;
	const isFull = () => size > LONGEST || asked > MOST_ASKED;
	const tell = (line: object) => {
		lines.push(line);
		size += JSON.stringify(line).length;
	};
	if (!from || 'place' in from)
		for (const place of await placesOf(env, subject)) {
			const key = keyOf(place);
			if (from && key < from.place) continue;
			const { principal, workspace } = subject;
			const isShared = sharedPlaces(workspace).some((shared) => keyOf(shared) === key);
			const whose = principal !== undefined && isShared && { principal };
			for (let rows = from?.place === key ? from.rows : undefined; ; ) {
				if (isFull()) return { lines, next: textOf({ place: key, ...(rows && { rows }) }) };
				const page = await placed(env, place).rows({ ...whose, ...(rows && { after: rows }) });
				asked++;
				for (const { table, row } of page.rows)
					tell({ object: place.binding, name: place.name, table, row });
				rows = page.next;
				if (!rows) break;
			}
		}
	for await (const key of keysHeld(env, subject)) {
		if (from && 'key' in from && key < from.key) continue;
		if (isFull()) return { lines, next: textOf({ key }) };
		const value = await env.LOADLINE_KV.get(key, 'text');
		asked++;
		// A configuration may hold what its readers are not shown: GET /api/config masks it.
		if (value !== null && !key.endsWith('/config')) tell({ key, value });
	}
	return { lines };
}

/** Every object, in an order that is the same each time. */
async function placesOf(env: Env, subject: Subject): Promise<readonly Place[]> {
	const { workspace } = subject;
	const own = (await principalsOf(env, subject)).flatMap((each) => ownPlaces(workspace, each));
	const sessions = (await sessionsOf(env, subject)).flatMap((each) =>
		sessionPlaces(workspace, each),
	);
	return [...sharedPlaces(workspace), ...own, ...sessions].sort((one, other) =>
		keyOf(one) < keyOf(other) ? -1 : 1,
	);
}

const keyOf = ({ binding, name }: Place): string => `${binding} ${name}`;

const textOf = (from: From): string => btoa(encodeURIComponent(JSON.stringify(from)));

function fromOf(text: string): From | undefined {
	try {
		return beginning.safeParse(JSON.parse(decodeURIComponent(atob(text)))).data;
	} catch {
		return undefined;
	}
}
