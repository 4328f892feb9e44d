// With which credential a caller is let in at an upstream, and which connection goes with it.
import type { CallContext, Credential, Credentials, SourceFault } from '../../../gateway';
import { ok, type Result } from '../../../shared/result';
import type { Outcome } from './exchange';
import type { FaultContext } from './fault';
import type { PoolKey } from './pool';
import { createRedact, type Hidden } from './redact';
import { poolKey } from './target';

/** One caller's way in at one upstream: its credential, the connection it shares, what errors may tell. */
export interface Access {
	readonly credential: Credential;
	readonly key: PoolKey;
	/** `maxBytes` of an answer; redacts this credential. */
	readonly limits: (maxBytes: number) => FaultContext;
}

/** The part of an upstream's configuration for access. */
export interface AccessConfig {
	readonly name: string;
	readonly url: string;
	/** Asked at every call. */
	readonly credentials: Credentials;
}

/** The ways in at one upstream; credentials are asked for anew at each call, never kept here. */
export class Accesses {
	constructor(private readonly config: AccessConfig) {}

	/** With what a caller is let in, and what follows from it. */
	async of(context: CallContext): Promise<Result<Access, SourceFault>> {
		const credential = await this.config.credentials.of(context);
		return credential.ok ? ok(this.#with(credential.value, context)) : credential;
	}

	/** Another way in after a refusal; undefined where there is none. */
	async renewed(
		{ credential }: Access,
		outcome: Outcome,
		context: CallContext,
	): Promise<Result<Access, SourceFault> | undefined> {
		if (outcome.kind !== 'http' || (outcome.status !== 401 && outcome.status !== 403)) return;
		const { status, challenge } = outcome;
		if (status === 403 && challenge === undefined) return;
		const other = await this.config.credentials.refused?.(context, credential, challenge);
		return other?.ok ? ok(this.#with(other.value, context)) : other;
	}

	limits(maxBytes: number, credential?: Credential): FaultContext {
		const { name } = this.config;
		const redact = (text: string) => createRedact(this.hidden(credential))(text);
		return { name, maxBytes, redact };
	}

	/** Returns the parts of a credential to redact. */
	hidden({ headers = {}, url = this.config.url, secrets = [] }: Partial<Credential> = {}): Hidden {
		return { headers, url, secrets };
	}

	#with(credential: Credential, context: CallContext): Access {
		const { name, url } = this.config;
		return {
			credential,
			key: poolKey(JSON.stringify([name, url, credential.generation]), context),
			limits: (maxBytes) => this.limits(maxBytes, credential),
		};
	}
}
