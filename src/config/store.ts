// Port: where the runtime config document of a workspace is kept (docs/config.md).
import type { Result } from '../shared/result';

export interface StoredConfig {
	/** The document as it was written, YAML or JSON. */
	readonly text: string;
	/** Grows with every write; 0 when unknown. */
	readonly version: number;
}

/** Distributes documents; it decides nothing, so a read may be up to a minute old. */
export interface ConfigStore {
	/** The latest visible document, null when there is none. Rejects when the store fails. */
	read(workspace: string): Promise<StoredConfig | null>;
	/** Replaces the document. `busy`: too many writes at once or a newer one came first; nothing was written. */
	write(workspace: string, text: string, version: number): Promise<Result<void, 'busy'>>;
}
