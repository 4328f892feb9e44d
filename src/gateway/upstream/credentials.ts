// With whose credentials a server behind is called: decided at every call, so that a refreshed token
// reaches the wire at once and a revoked one never again (docs/gateway.md "Upstreams").
import { sha256Hex } from '../../shared/hash';
import type { Result } from '../../shared/result';
import type { CallContext, SourceFault } from '../contract/tool-source';

export interface Credential {
	/** Header values as they are sent, secrets in clear. */
	readonly headers: Readonly<Record<string, string>>;
	/** The address as it is called, secrets in clear; as configured unless told. */
	readonly url?: string;
	/** Values that nobody is shown, whatever says them. */
	readonly secrets?: readonly string[];
	/**
	 * Generation of the grant; it holds no secret. A refreshed token keeps it; connections, sessions and kept
	 * results of another one are not touched.
	 */
	readonly generation: string;
}

export interface Credentials {
	/** The credential of a caller; a fault says what the caller has to do first. */
	of(context: CallContext): Promise<Result<Credential, SourceFault>>;
	/**
	 * The server has refused a credential unread (HTTP 401, or 403 with a challenge).
	 * @param challenge `WWW-Authenticate`
	 * @returns another to try once, or the fault to tell; undefined where nothing can be done
	 */
	refused?(
		context: CallContext,
		credential: Credential,
		challenge: string | undefined,
	): Promise<Result<Credential, SourceFault> | undefined>;
}

/** The generation of fixed headers: a digest of them. */
export const generationOf = (headers: Readonly<Record<string, string>>): string =>
	sha256Hex(JSON.stringify(Object.entries(headers).sort())).slice(0, 24);
