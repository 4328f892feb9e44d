// The workflows of a workspace: bundled ones, overridden by its own of the same name.
import { err, ok, type Result } from '../shared/result';
import { parseDefinition, WORKFLOW_NAME } from './definition/parse';
import { fault, listed, quoted, type WorkflowFault } from './fault';
import { MAX_VERSIONS, MAX_WORKFLOWS } from './limits';
import type { WorkflowServiceOptions } from './service';
import { createDefinitionStore, type DefinitionStore } from './storage/definitions';
import type { DefinitionSummary, StoredDefinition } from './store';

/** A workflow in force; the version of a bundled one is 0. */
type FoundDefinition = Pick<StoredDefinition, 'name' | 'version' | 'yaml' | 'definition'> & {
	readonly source: 'bundled' | 'workspace';
};

export class Definitions {
	private readonly bundled = new Map<string, FoundDefinition>();

	readonly #store: DefinitionStore;

	/** @throws for an invalid bundled definition */
	constructor(private readonly options: Pick<WorkflowServiceOptions, 'sql' | 'bundled' | 'now'>) {
		this.#store = createDefinitionStore(options.sql);
		for (const yaml of options.bundled) {
			const parsed = parseDefinition(yaml);
			if (!parsed.ok) throw new Error(`bundled workflow: ${parsed.error[0]?.message}`);
			const { definition } = parsed.value;
			const { name } = definition;
			this.bundled.set(name, { name, version: 0, source: 'bundled', yaml, definition });
		}
	}

	/** Lists own workflows, last changed first, then bundled ones. */
	list() {
		const own = this.#store.list().map(({ name, description, steps, version, createdAt }) => ({
			...{ name, description, steps, version, source: 'workspace' as const, updatedAt: createdAt },
		}));
		const names = new Set(own.map(({ name }) => name));
		const rest = [...this.bundled.values()]
			.filter(({ name }) => !names.has(name))
			.map(({ definition: { name, description, steps } }) => ({
				...{ name, description, steps: steps.length, version: 0, source: 'bundled' as const },
			}));
		return [...own, ...rest];
	}

	find(name: string): Result<FoundDefinition, WorkflowFault> {
		const own = WORKFLOW_NAME.test(name) ? this.#store.latest(name) : null;
		if (own !== null) {
			const { version, yaml, definition } = own;
			return ok({ name, version, source: 'workspace', yaml, definition });
		}
		const bundled = this.bundled.get(name);
		if (bundled !== undefined) return ok(bundled);
		const names = this.list().map((each) => each.name);
		const message = `Workflow ${quoted(name)} not found. Available: ${listed(names)}.`;
		return fault(message, 'unknown_workflow');
	}

	/** Lists the versions of an own workflow, newest first. */
	versions(name: string): readonly DefinitionSummary[] {
		return WORKFLOW_NAME.test(name) ? this.#store.versions(name) : [];
	}

	/** Checks a text and stores it as the newest version, unless it is that already; runs keep the version they started with. */
	put({ name, yaml, principal }: Pick<StoredDefinition, 'name' | 'yaml' | 'principal'>) {
		const malformed = `the workflow name ${quoted(name)} must be 1 to 64 lower-case letters, digits, '_' or '-', beginning with a letter or digit`;
		if (!WORKFLOW_NAME.test(name)) return fault(malformed);
		const parsed = parseDefinition(yaml, name);
		if (!parsed.ok) {
			const [first] = parsed.error;
			const more = parsed.error.length - 1;
			const message = `The definition is not valid and nothing was stored. Line ${first?.line}, column ${first?.column}: ${first?.message}${more > 0 ? `; and ${more} more` : ''}.`;
			return err<WorkflowFault>({ code: 'invalid_definition', message, issues: parsed.error });
		}
		const { now } = this.options;
		const store = this.#store;
		const { definition, warnings } = parsed.value;
		const before = store.latest(name);
		if (before?.yaml === yaml)
			return ok({ name, version: before.version, outcome: 'unchanged' as const, warnings });
		const full = `this workspace has ${MAX_WORKFLOWS} workflows; change one of them instead`;
		if (before === null && store.list().length >= MAX_WORKFLOWS) return fault(full, 'too_many');
		const version = (before?.version ?? 0) + 1;
		store.put({ name, version, yaml, definition, createdAt: now(), principal }, MAX_VERSIONS);
		const outcome = before === null ? ('created' as const) : 'updated';
		return ok({ name, version, outcome, warnings });
	}
}
