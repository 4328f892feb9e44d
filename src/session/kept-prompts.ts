// Prompts of a principal as they were sent to a model: what had left them, and the sums of their conversation. Each
// is known by the hash of its messages, which every later prompt of the conversation begins with.

import type { Platform } from '../shared/platform';
import { insert, raw, type Sql } from '../shared/sql';

/** A text that stands for a result in all prompts that begin with one. */
export interface ShownText {
	/** Of the call whose result it was. */
	readonly call: string;
	/** Argument of `expand_result`. */
	readonly id: string;
	readonly text: string;
}

const DAY = 24 * 3600 * 1000;
const KEPT_DAYS = 7;
/** Prompts of a session whose sums are kept, the newest: it may go on from any of them. */
const MAX_STATES = 24;
/** Texts that are kept, the newest. */
const MAX_SHOWN = 20_000;
const AT_ONCE = 50;
/** Begins the sums of a prompt whose session was not told what has left. */
const UNTOLD = '{"v":1,"isTold":false%';
/** Prompts that one look-up answers, the longest. */
const MOST_ASKED = 5_000;

type Of<Members> = Readonly<Record<'prompt' | 'session', string>> & Readonly<Members>;

/** Prompts of one principal, beside its kept results. Old ones go as those do. */
export class KeptPrompts {
	constructor(
		private readonly sql: Sql,
		private readonly ports: Pick<Platform, 'now' | 'wakeAt'>,
	) {
		sql.all(`CREATE TABLE IF NOT EXISTS shown_texts (
			n INTEGER PRIMARY KEY AUTOINCREMENT, prompt TEXT NOT NULL, session TEXT NOT NULL, at INTEGER NOT NULL, shown TEXT NOT NULL)`);
		sql.all('CREATE INDEX IF NOT EXISTS shown_texts_prompt ON shown_texts (prompt)');
		sql.all(`CREATE TABLE IF NOT EXISTS prompt_states (
			prompt TEXT PRIMARY KEY, session TEXT NOT NULL, at INTEGER NOT NULL, state TEXT NOT NULL) WITHOUT ROWID`);
		sql.all('CREATE INDEX IF NOT EXISTS prompt_states_session ON prompt_states (session, at)');
	}

	/** @param prompts hashes, shortest first */
	find({ prompts, session }: { readonly prompts: readonly string[]; readonly session: string }) {
		const asked = prompts.slice(-MOST_ASKED);
		const own = this.sql.all<{ state: string; told: number | null }>`SELECT state,
				(SELECT max(at) FROM prompt_states WHERE session = ${session} AND state NOT LIKE ${UNTOLD}) AS told
			FROM prompt_states WHERE session = ${session} ORDER BY at DESC LIMIT 1`[0];
		const shown: (ShownText & { readonly prompt: string; readonly isTold: boolean })[] = [];
		let text = own?.state;
		for (let from = 0; from < asked.length; from += AT_ONCE) {
			const some = asked.slice(from, from + AT_ONCE);
			const places = some.map(() => '?').join(', ');
			const rows = this.sql.all<{ prompt: string; shown: string; told: number }>(
				`SELECT prompt, shown, min(n) AS first, sum(session = ? AND at <= ?) AS told FROM shown_texts
					WHERE prompt IN (${places}) GROUP BY prompt ORDER BY first`,
				...[session, own?.told ?? 0, ...some],
			);
			for (const { prompt, shown: texts, told } of rows)
				for (const each of JSON.parse(texts) as ShownText[])
					shown.push({ ...each, prompt, isTold: told > 0 });
			// A session that goes on from another shows the same, also when that one is deleted.
			this.sql.all(
				`INSERT INTO shown_texts (prompt, session, at, shown)
					SELECT prompt, ?, ?, shown FROM shown_texts WHERE prompt IN (${places})
					GROUP BY prompt HAVING max(session = ?) = 0`,
				...[session, this.ports.now(), ...some, session],
			);
			if (own) continue;
			const states = this.sql.all<{ prompt: string; state: string }>(
				`SELECT prompt, state FROM prompt_states WHERE prompt IN (${places})`,
				...some,
			);
			const [longest] = states.toSorted((a, b) => some.indexOf(b.prompt) - some.indexOf(a.prompt));
			text = longest?.state ?? text;
		}
		return { shown, state: text === undefined ? null : { isOwn: own !== undefined, text } };
	}

	/** Notes what leaves at a prompt, and returns what left there: the first to say so decides. */
	leave({ prompt, session, shown }: Of<{ shown: readonly ShownText[] }>): readonly ShownText[] {
		const known = this.sql.all<{ shown: string }>`SELECT shown FROM shown_texts
			WHERE prompt = ${prompt}`[0];
		if (known) return JSON.parse(known.shown) as ShownText[];
		const at = this.ports.now();
		insert(this.sql, 'INSERT INTO shown_texts', {
			prompt,
			session,
			at,
			shown: JSON.stringify(shown),
		});
		this.ports.wakeAt(at + KEPT_DAYS * DAY);
		return shown;
	}

	/** Keeps the sums of a conversation up to a prompt. */
	save({ prompt, session, state }: Of<{ state: string }>): void {
		const at = this.ports.now();
		insert(this.sql, 'INSERT OR REPLACE INTO prompt_states', { prompt, session, at, state });
		this.sql.all`DELETE FROM prompt_states WHERE session = ${session} AND at <
				(SELECT at FROM prompt_states WHERE session = ${session} ORDER BY at DESC LIMIT 1 OFFSET ${MAX_STATES})`;
		this.ports.wakeAt(at + KEPT_DAYS * DAY);
	}

	forget({ session }: { readonly session?: string }): void {
		for (const table of ['shown_texts', 'prompt_states'])
			if (session === undefined) this.sql.all(`DELETE FROM ${table}`);
			else this.sql.all`DELETE FROM ${raw(table)} WHERE session = ${session}`;
	}

	/** Forgets what is too old or too much, and asks to be woken for the rest. @returns whether nothing is left */
	sweep(): boolean {
		const end = this.ports.now() - KEPT_DAYS * DAY;
		this.sql.transaction(() => {
			this.sql.all`DELETE FROM prompt_states WHERE at <= ${end}`;
			// As long as a conversation goes on, what its prompts showed stays.
			this.sql.all`DELETE FROM shown_texts
				WHERE at <= ${end} AND session NOT IN (SELECT session FROM prompt_states)`;
			this.sql.all`DELETE FROM shown_texts
				WHERE n <= (SELECT MAX(n) FROM shown_texts) - ${MAX_SHOWN}`;
		});
		const oldest = this.sql.all<{ at: number | null }>`SELECT MIN(at) AS at
			FROM (SELECT at FROM shown_texts UNION ALL SELECT at FROM prompt_states) WHERE at > ${end}`[0];
		if (!oldest?.at) return true;
		this.ports.wakeAt(oldest.at + KEPT_DAYS * DAY);
		return false;
	}
}
