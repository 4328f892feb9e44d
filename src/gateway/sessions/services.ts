// The services of one workspace, as tools and routes call them. Each lives in a Durable Object of the
// workspace, so every method is a promise.
import type { ConfigLedger } from '../../config';
import type { ToolServices as MemoryServices } from '../../memory';
import type { RecordsService } from '../../records';
import type { PayloadStore } from '../../replay';
import type {
	KeptPrompts,
	KeptResults,
	ReplaySources,
	SessionList,
	SessionService,
	savedPayloads,
} from '../../session';
import type { Remote } from '../../shared/remote';
import type { LearntService } from '../../telemetry';
import type { WorkflowService } from '../../workflow';
import type { ToolFingerprints } from '../upstream/tool-fingerprints';
import type { ToolLedger } from '../upstream/tool-memory';

/** One workspace's services; session names are resolved ones, and nothing is authorised here. */
export interface Services {
	readonly config: Remote<ConfigLedger>;
	readonly payloads: Parameters<typeof savedPayloads>[1]['payloads'];
	/** Baselines saved before a context action, by principal and task. */
	readonly baselines: PayloadStore;
	readonly records: Remote<RecordsService>;
	readonly sessions: Pick<Remote<SessionList>, 'list' | 'count' | 'remove'>;
	session(principal: string, name: string): Remote<SessionService>;
	/** Makes a session tell the list of sessions and the telemetry what it has not told yet. */
	forwarding(principal: string, name: string): { forward(): Promise<void> };
	/** The results of a principal that concern a context, as they were sent. */
	kept(principal: string): Remote<KeptResults>;
	/** Prompts of a principal, as they were sent to a model. */
	prompts(principal: string): Remote<KeptPrompts>;
	/** Deletes a session, with its results that are kept; it need not exist. */
	endSession(principal: string, name: string): Promise<void>;
	/** Resolves when the calls that this isolate has answered so far are entered in their sessions. */
	settled(): Promise<void>;
	/** The same, and in the list of sessions and the telemetry. */
	told(): Promise<void>;
	readonly memory: MemoryServices;
	readonly sights: Remote<ToolFingerprints>;
	readonly workflow: Remote<WorkflowService>;
	readonly tools: Remote<ToolLedger>;
	readonly learnt: LearntService;
}

/** Sources of a principal's replay payloads. */
export const replaySources = (services: Services, principal: string): ReplaySources => ({
	hub: services.memory.hub,
	workflow: services.workflow,
	baselines: services.baselines,
	session: (name) => services.session(principal, name),
});
