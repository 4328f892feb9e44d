// Reads a recorded run from a folder of three JSON documents: trace.json, state.json and
// dependency_graph.json. The task is the name of the folder around it (`TASK/original`).
import { readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isRecord } from '../../shared/is-record';
import { err, ok, type Result } from '../../shared/result';
import { callersFolder } from './input-file';

/** Input of a payload, unchecked. */
export interface FixtureRun {
	readonly task: string;
	readonly trace: object;
	readonly state: object;
	readonly dependency_graph: object;
}

/** A recorded run whose three documents are JSON objects; what is in them is not checked here. */
export interface Fixture {
	/** The folder as outputs and errors name it: relative to the caller's folder if it lies there. */
	readonly path: string;
	readonly run: FixtureRun;
}

/** @returns the documents, or the message about the first one that cannot be used */
export async function readFixture(folder: string): Promise<Result<Fixture, string>> {
	const location = resolve(callersFolder(), folder);
	const path = shownPath(folder, location);
	const read = (name: string) => readDocument(join(location, name), `${path}/${name}`);
	const trace = await read('trace.json');
	if (!trace.ok) return trace;
	const state = await read('state.json');
	if (!state.ok) return state;
	const graph = await read('dependency_graph.json');
	if (!graph.ok) return graph;
	const run = {
		task: basename(dirname(location)),
		trace: trace.value,
		state: state.value,
		dependency_graph: graph.value,
	};
	return ok({ path, run });
}

function shownPath(folder: string, location: string): string {
	const inside = relative(callersFolder(), location);
	const leaves = /^\.\.($|[\\/])/.test(inside) || isAbsolute(inside);
	const path = leaves && isAbsolute(folder) ? location : inside || '.';
	return path.replaceAll(sep, '/');
}

async function readDocument(location: string, path: string): Promise<Result<object, string>> {
	let bytes: Uint8Array;
	try {
		bytes = await readFile(location);
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		const isMissing = ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code ?? '');
		return err(
			isMissing
				? `missing required fixture file: ${path}`
				: `cannot read fixture file: ${path}: ${message}`,
		);
	}
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
	} catch (error) {
		const detail = (error as Error).message.replaceAll(/\s+/g, ' ');
		return err(`invalid JSON in fixture file: ${path}: ${detail}`);
	}
	return isRecord(value) ? ok(value) : err(`fixture file must contain a JSON object: ${path}`);
}
