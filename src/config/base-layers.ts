// The layers below the runtime document: bundled file, then environment (docs/config.md).
// One that is not valid is left out and named, so that a bad deployment still serves safely.
import { readEnvironment } from './environment';
import type { Issue } from './issues';
import { type EffectiveOptions, effective, type Layer } from './layers';
import { parseConfig } from './parse';
import { configSchema } from './schema';

export interface BaseOptions extends EffectiveOptions {
	/** Text of the bundled `loadline.yaml`. */
	readonly file?: string;
	readonly environment: Readonly<Record<string, unknown>>;
}

export interface BaseLayers {
	readonly layers: readonly Layer[];
	/** The layers left out, with reasons; empty without any. */
	readonly problem: string;
}

/** Issues in one line, the first three in full. */
export const summary = (what: string, issues: readonly Issue[]): string => {
	const first = issues
		.slice(0, 3)
		.map(({ path, reason }) => `${path || 'document'} ${reason}`)
		.join('; ');
	return `${what}: ${first}${issues.length > 3 ? `; and ${issues.length - 3} more` : ''}`;
};

/** The layers below the runtime document: file and environment, each with what is wrong in it. */
export const baseLayers = (options: BaseOptions): BaseLayers => {
	const layers: Layer[] = [];
	const problems: string[] = [];
	const add = (layer: Layer) => {
		const result = effective([...layers, layer], options);
		if (result.ok) layers.push(layer);
		else problems.push(summary(`${layer.name} config ignored`, result.error));
	};
	if (options.file !== undefined) {
		const parsed = parseConfig(options.file);
		if (parsed.ok) add({ name: 'file', document: parsed.value });
		else problems.push(summary('file config ignored', parsed.error));
	}
	const environment = readEnvironment(options.environment, configSchema(options.checkUrl));
	if (environment.issues.length > 0)
		problems.push(summary('environment variables ignored', environment.issues));
	add({ name: 'environment', document: environment.document });
	return { layers, problem: problems.join('. ') };
};
