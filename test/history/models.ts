// Models of a draft, a run and the configuration as their clients see them, each in one sentence.
import type { Model } from './linearizable';

export type DraftInput = { readonly write: number } | 'read';
/** A draft is a register. */
export const draft: Model<number, DraftInput, number> = {
	start: 0,
	step: (state, input, output) =>
		input === 'read' ? (output === state ? state : undefined) : input.write,
};

export type RunInput = { readonly ifPosition: number } | 'status';
export interface RunOutput {
	readonly position: number;
	readonly stale: boolean;
}
/** A run moves once for each position, whoever asks; who comes late is told where it stands. */
export const run: Model<number, RunInput, RunOutput> = {
	start: 1,
	step(state, input, output) {
		if (input === 'status') return output?.position === state ? state : undefined;
		const moves = input.ifPosition === state;
		const after = moves ? state + 1 : state;
		if (output === undefined) return after;
		return output.position === after && output.stale === !moves ? after : undefined;
	},
};

export type ConfigInput = { readonly size: number; readonly ifMatch: number } | 'read';
/** The configuration as it was read or written; a write that was refused because of its version has none. */
export type ConfigOutput = { readonly version: number; readonly size: number } | 'refused';
/** The configuration takes a write that knows its version, and no other. */
export const config: Model<{ version: number; size: number }, ConfigInput, ConfigOutput> = {
	start: { version: 0, size: 50 },
	step(state, input, output) {
		const isSame = (other: { version: number; size: number }) =>
			output !== 'refused' && output?.version === other.version && output.size === other.size;
		if (input === 'read') return isSame(state) ? state : undefined;
		if (input.ifMatch !== state.version)
			return output === undefined || output === 'refused' ? state : undefined;
		const after = { version: state.version + 1, size: input.size };
		return output === undefined || isSame(after) ? after : undefined;
	},
};
