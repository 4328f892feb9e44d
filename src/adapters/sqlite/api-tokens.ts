// The API tokens of a workspace: digests, never the tokens.
import type { TokenFacts } from '../../auth';
import { err, ok, type Result } from '../../shared/result';
import { counted, insert, raw, storeOf } from '../../shared/sql';

interface Row extends Omit<TokenFacts, 'scopes'> {
	readonly scopes: string;
}

/** A token to keep. */
export interface NewToken extends Omit<TokenFacts, 'createdAt' | 'usedAt'> {
	/** SHA-256 of the token, hexadecimal. */
	readonly digest: string;
}

/** Tokens of a workspace. */
const MOST_TOKENS = 1_000;
/** Milliseconds: a use is written no more often. */
const USE_MS = 60_000;
/** Milliseconds for which a revoked token may be brought back. */
const UNDO_MS = 3_600_000;

const COLUMNS =
	'id, name, principal, scopes, created_at AS createdAt, created_by AS createdBy, expires_at AS expiresAt, used_at AS usedAt';

const factsOf = ({ scopes, ...row }: Row): TokenFacts => ({ ...row, scopes: scopes.split(' ') });

/** API tokens of a workspace, kept as digests. */
export class ApiTokens extends storeOf(
	`CREATE TABLE IF NOT EXISTS api_tokens (
		id TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, name TEXT NOT NULL, principal TEXT NOT NULL,
		scopes TEXT NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL, expires_at INTEGER,
		used_at INTEGER)`,
	['api_tokens', 'revoked_at INTEGER'],
	['api_tokens', 'turned_at INTEGER'],
) {
	/** The error says why there is no room. */
	create(token: NewToken): Result<TokenFacts, string> {
		const { id, digest, name, principal, scopes, createdBy, expiresAt } = token;
		this.#sweep();
		if (counted(this.sql, 'api_tokens WHERE revoked_at IS NULL') >= MOST_TOKENS)
			return err(`a workspace has at most ${MOST_TOKENS} tokens: revoke one that is not used`);
		const createdAt = this.now();
		insert(this.sql, 'INSERT INTO api_tokens', {
			...{ id, digest, name, principal, scopes: scopes.join(' ') },
			...{ created_at: createdAt, created_by: createdBy, expires_at: expiresAt },
		});
		return ok({ id, name, principal, scopes, createdAt, createdBy, expiresAt, usedAt: null });
	}

	/** Finds a token by its digest and notes the use; null for an unknown, revoked or ended one. */
	find(digest: string): TokenFacts | null {
		const row = this.sql.all<Row>`SELECT ${raw(COLUMNS)} FROM api_tokens
			WHERE digest = ${digest} AND revoked_at IS NULL`[0];
		const now = this.now();
		if (!row || (row.expiresAt !== null && row.expiresAt <= now)) return null;
		if (row.usedAt === null || now - row.usedAt >= USE_MS)
			this.sql.all`UPDATE api_tokens SET used_at = ${now} WHERE id = ${row.id}`;
		return factsOf(row);
	}

	/** Lists tokens, newest first. */
	list(): TokenFacts[] {
		this.#sweep();
		return this.sql.all<Row>`SELECT ${raw(COLUMNS)} FROM api_tokens WHERE revoked_at IS NULL
			ORDER BY created_at DESC, id`.map(factsOf);
	}

	/**
	 * Ends a token that works, which for an hour may be brought back, or brings one back. @returns when
	 * @param was when it must have been ended or brought back last: undefined for any
	 */
	turn(id: string, isRevoked: boolean, was?: number): Result<number, 'none' | 'changed'> {
		this.#sweep();
		const [token] = this.sql.all<Record<'revokedAt' | 'turnedAt', number | null>>`
			SELECT revoked_at AS revokedAt, turned_at AS turnedAt FROM api_tokens WHERE id = ${id}`;
		if (token && was !== undefined && token.turnedAt !== was) return err('changed');
		if (!token || (token.revokedAt !== null) === isRevoked) return err('none');
		const at = Math.max(this.now(), (token.turnedAt ?? 0) + 1);
		this.sql.all`UPDATE api_tokens SET turned_at = ${at}, revoked_at = ${isRevoked ? at : null}
			WHERE id = ${id}`;
		return ok(at);
	}

	/** Ends all that act for a principal, and none of them comes back. @returns how many worked until now */
	revokeOf(principal: string): number {
		this.#sweep();
		const gone = this.sql.all<{ revoked: number | null }>`DELETE FROM api_tokens
			WHERE principal = ${principal} RETURNING revoked_at AS revoked`;
		return gone.filter(({ revoked }) => revoked === null).length;
	}

	#sweep(): void {
		this.sql.all`DELETE FROM api_tokens
			WHERE expires_at <= ${this.now()} OR revoked_at <= ${this.now() - UNDO_MS}`;
	}
}
