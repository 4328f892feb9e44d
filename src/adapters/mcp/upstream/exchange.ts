// One request to an upstream as it happens on the wire: what is sent with it, and how it ended.
import type { ClientReply } from '../../../gateway';
import type { JsonObject } from '../../../shared/is-record';
import type { RawMessage } from './answer';

/** Outcome of an exchange; everything but `answer` means that there is no JSON-RPC response. */
export type Outcome =
	| { readonly kind: 'answer'; readonly message: RawMessage }
	/** Legacy: the session is unknown; the upstream has not looked at the request. */
	| { readonly kind: 'session_lost' }
	/** The upstream no longer speaks the revision that was negotiated; it has not looked at the request. */
	| { readonly kind: 'revision_lost' }
	| {
			readonly kind: 'http';
			readonly status: number;
			readonly text: string;
			readonly challenge?: string;
	  }
	| { readonly kind: 'redirect'; readonly detail: string }
	| { readonly kind: 'network'; readonly why: Unreached }
	/** A process of this machine is no more. */
	| { readonly kind: 'ended'; readonly detail: string }
	| { readonly kind: 'too_large' }
	/** Other large answers were being read, and went on too long. */
	| { readonly kind: 'no_room' }
	| { readonly kind: 'bad_answer'; readonly detail: string }
	| { readonly kind: 'unknown_method' };

/** Why nothing was reached, as far as the runtime tells; `broken`: it was, and went before it had answered. */
export type Unreached = 'dns' | 'tls' | 'refused' | 'broken' | 'late' | 'unknown';

/** The server is a process of this machine, and has ended; the message says how, without secrets. */
export class ServerEnded extends Error {
	override readonly name = 'ServerEnded';
}

export interface Exchange {
	/** Aborted by the deadline or by the caller. */
	readonly signal: AbortSignal;
	/** Decoded bytes of body. */
	readonly maxBytes: number;
	/** A notification that came before the answer. */
	onNotification(method: string, params: JsonObject): void;
	/** A request of the server that came before the answer (2025); never rejects. */
	onRequest(method: string, params: JsonObject): Promise<ClientReply>;
	/** The upstream has said something: it works on the request. */
	onSign(): void;
	/** Notifications that are passed on; 1,000 unless told. */
	readonly mostNotifications?: number;
	/** Workspace of who asks. */
	readonly whose?: string;
}
