// `Mcp-Session-Id` for clients of MCP 2025-11-25: minted at `initialize`, sealed to its principal, with
// what the client said of itself then, since nothing else of that request is kept. It is a hint which
// conversation a call belongs to; one that does not open says nothing. It ends when its client says so,
// and after thirty days.
import type { Principal } from '../../auth';
import { decodeBase64url, encodeBase64url } from '../../shared/digits';
import { type Hmac, isTagOf, tagOf } from '../../shared/hash';
import { asObject, type JsonObject } from '../../shared/json-values';
import { remember } from '../../shared/remember';

interface EndedStore {
	has(principal: Principal, name: string): Promise<boolean>;
	/** @param seconds for which it must be known */
	add(principal: Principal, name: string, seconds: number): Promise<void>;
}

/** Milliseconds for which an isolate goes without asking: another one may have been told the end. */
const FRESH_MS = 60_000;
/** Sessions of which an isolate knows. */
const MOST = 10_000;

/** Ended sessions known to this isolate; an end elsewhere may be unknown here for a minute. */
export class EndedSessions {
	readonly #known = new Map<string, { readonly isEnded: boolean; readonly until: number }>();

	/** @param now milliseconds since the epoch */
	constructor(
		private readonly store: EndedStore,
		private readonly now: () => number,
	) {}

	/** Notes what is known now of a session: of one that has just begun that it is not over. */
	note(name: string, isEnded: boolean): void {
		remember(this.#known, name, { isEnded, until: this.now() + FRESH_MS }, MOST);
	}

	/** Returns whether it is over; where that cannot be asked it goes on. */
	async isEnded(principal: Principal, name: string): Promise<boolean> {
		const known = this.#known.get(name);
		if (known?.isEnded) return true;
		if (known && this.now() < known.until) return false;
		const isEnded = await this.store.has(principal, name).catch(() => false);
		this.note(name, isEnded);
		return isEnded;
	}

	async end(principal: Principal, name: string, seconds: number): Promise<void> {
		this.note(name, true);
		await this.store.add(principal, name, seconds);
	}
}

/** The client's description of itself at `initialize`. */
export interface ClientFacts {
	/** MCP ClientCapabilities, as far as they can be used. */
	readonly capabilities: JsonObject;
	/** MCP Implementation: name and version. */
	readonly clientInfo?: JsonObject | undefined;
}

export interface TransportSession extends ClientFacts {
	readonly name: string;
}

export type TransportSessions = ReturnType<typeof createTransportSessions>;

/** Seconds for which a session may be used. */
const LIFE = 30 * 86_400;
const NAME_LENGTH = 16;
const FORM = /^([A-Za-z0-9_-]{16})([A-Za-z0-9_-]{16})(?:\.([A-Za-z0-9_-]{1,2400}))?$/;
/** Characters of a client's name and version that are kept. */
const LONGEST_NAME = 60;

/** Returns the part of an `initialize` request's params that the session keeps. */
export const clientFactsOf = (params: JsonObject | undefined): ClientFacts => {
	const capabilities = asObject(params?.capabilities) ?? {};
	const info = asObject(params?.clientInfo);
	const kept = Object.entries(KEPT).flatMap(([name, members]) => {
		const capability = asObject(capabilities[name]);
		if (!capability) return [];
		const flags = members.filter((member) => asObject(capability[member]) !== undefined);
		return [[name, Object.fromEntries(flags.map((member) => [member, {}]))] as const];
	});
	const text = (value: unknown) =>
		typeof value === 'string' ? value.slice(0, LONGEST_NAME).toWellFormed() : '';
	return {
		capabilities: Object.fromEntries(kept),
		...(info && { clientInfo: { name: text(info.name), version: text(info.version) } }),
	};
};

/** Capabilities that a server may use, and the members that matter. */
const KEPT = {
	elicitation: ['form', 'url'],
	extensions: ['io.modelcontextprotocol/ui'],
	roots: [],
	sampling: ['context', 'tools'],
} as const;

/** Sessions that need no storage until they end; a former secret (`previous`) still opens its own. */
export const createTransportSessions = (
	hmac: Hmac,
	/** 12 random bytes. */
	randomId: () => Uint8Array,
	ended: EndedSessions,
	/** Seconds since the epoch. */
	now: () => number,
) => {
	const sealedText = (name: string, facts: string, { workspace, id }: Principal): string =>
		JSON.stringify(['transport session', workspace, id, name, facts]);
	/** Facts of sessions that have opened in this isolate: a seal is compared once. */
	const opened = new Map<string, SealedFacts>();
	const unsealed = async (text: string, principal: Principal): Promise<SealedFacts | undefined> => {
		const [, name = '', given, facts = ''] = FORM.exec(text) ?? [];
		if (name.length !== NAME_LENGTH) return undefined;
		// A name to tell conversations apart by, not a secret: plain comparison is enough.
		return (await isTagOf(hmac, given, sealedText(name, facts, principal)))
			? { ...(clientOf(facts) ?? { capabilities: {} }), name }
			: undefined;
	};
	return {
		/** A new one, and the text that opens it, the `Mcp-Session-Id`: 32 characters, and what the client said. */
		async mint(principal: Principal, client: ClientFacts) {
			const name = encodeBase64url(randomId());
			ended.note(name, false);
			const facts = encodeBase64url(wholeGroups(JSON.stringify({ ...client, since: now() })));
			const sealed = `${name}${await tagOf(hmac, sealedText(name, facts, principal))}.${facts}`;
			return { ...client, name, sealed };
		},
		/** The session; undefined when it is not one of this principal, or has ended. */
		async open(text: string, principal: Principal): Promise<TransportSession | undefined> {
			const key = JSON.stringify([principal.workspace, principal.id, text]);
			const known = opened.get(key) ?? (await unsealed(text, principal));
			if (!known) return undefined;
			remember(opened, key, known, MOST_OPENED);
			const { since = now(), ...session } = known;
			const isOver = now() - since > LIFE || (await ended.isEnded(principal, session.name));
			return isOver ? undefined : session;
		},
		/** Ends it: it opens no more, in other places within two minutes. */
		end: ({ name }: TransportSession, principal: Principal) => ended.end(principal, name, LIFE),
	};
};

/** UTF-8, filled up with spaces to whole groups of three bytes. */
const wholeGroups = (json: string): Uint8Array => {
	const bytes = new TextEncoder().encode(json);
	const filled = new Uint8Array(Math.ceil(bytes.length / 3) * 3).fill(0x20);
	filled.set(bytes);
	return filled;
};

/** Sessions that an isolate need not unseal again. */
const MOST_OPENED = 500;

/** A session as its seal holds it: `since` is when it began, seconds since the epoch. */
interface SealedFacts extends TransportSession {
	readonly since?: number;
}

const clientOf = (facts: string): Omit<SealedFacts, 'name'> | undefined => {
	const bytes = decodeBase64url(facts);
	if (!bytes || facts === '') return undefined;
	return JSON.parse(new TextDecoder().decode(bytes)) as Omit<SealedFacts, 'name'>;
};
