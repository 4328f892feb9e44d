// The composition root: bindings → stores → gateway → handlers. Everything that lives as long as
// an isolate is made here, once; what belongs to a request is made in the functions below.
import { demoRecorder } from '../../examples/demo/conversations';
import { createDemoSource } from '../../examples/demo/source';
import { defer } from '../adapters/cloudflare';
import { randomCallId, randomSnapshotId, sha256, shortDigest } from '../adapters/crypto';
import { turns as inTurns, PAUSING } from '../adapters/fetch';
import { createApp, documentFile, limitedAccess, webFile } from '../adapters/http';
import { kvEndedSessions } from '../adapters/kv';
import {
	createOwnSource,
	createTransportSessions,
	EndedSessions,
	OWN_TOOLS,
} from '../adapters/mcp';
import { type Config, ConfigEditor, ConfigService, masked } from '../config';
import {
	Catalog,
	EphemeralSessions,
	Exports,
	forecast,
	type Gateway,
	GatewayService,
	guarded,
	LearntPlans,
	Protector,
	SessionRecorder,
	ToolIndexes,
	ToolMemory,
} from '../gateway';
import { onceFor } from '../shared/once';
import { VERSION } from '../shared/version';
import { configOptionsOf } from './config';
import { createDirectories, createNotes } from './directory-object';
import { type Env, listed, log, reasonOf, reporting, servedHosts, set } from './env';
import { createErasures } from './erasures';
import { createFrontDoor } from './front-door';
import { createHosts } from './hosts';
import { createOffers } from './offers';
import { createSecretBook } from './secret-book';
import { createConversations, createHandles, createServices, type FindUpstream } from './services';
import { createLimits, createShares, questionTurns, usageOf } from './shares';
import { createTelemetry } from './telemetry';
import { createGeneration, createResealing, createVaults } from './upstream-logins';
import { createHealth, createUpstreams, namesOf, type UpstreamOptions } from './upstreams';

/** A whole deployment, made once per isolate or process: every request of it goes to `fetch`. */
export interface Loadline {
	fetch(request: Request): Promise<Response>;
	/** A server behind, as the object of a conversation calls it. */
	readonly upstream: FindUpstream;
	/** Counts answered calls that are not recorded yet. */
	unrecorded(): number;
}

/** The network as the app reaches it. */
export interface Outside {
	readonly fetch: UpstreamOptions['fetch'];
	/** The way to providers of models, where the platform's holds what streams. */
	readonly passOn?: (url: string, init: RequestInit) => Promise<Response>;
}

/** The Worker's handlers. `file` is the text of the bundled loadline.yaml. */
export function createLoadline(
	env: Env,
	file: string,
	outside: Outside = { fetch: (url, init) => fetch(url, init) },
): Loadline {
	const devMode = env.LOADLINE_DEV === '1';
	const { now, wait } = PAUSING;
	const seconds = () => Math.floor(now() / 1000);
	const shares = createShares(env, now);
	const turns = questionTurns(shares, now);
	const recorded = {
		settled: (workspace: string) => sessions.settled(workspace),
		told: (workspace: string) => sessions.told(workspace),
	};
	const services = createServices(env, recorded, shares);
	const configOptions = configOptionsOf(env, file);
	const config = new ConfigService(configOptions);
	const configOf = async (workspace: string) => (await config.current(workspace)).config;
	const offers = createOffers(config, configOptions.ledger);
	const catalog = new Catalog(now);
	const ephemeralSessions = new EphemeralSessions(randomCallId);
	const indexes = new ToolIndexes();
	const tools = new ToolMemory({
		ledger: (workspace) => services(workspace).tools,
		wait,
		report: reporting('tools_not_known'),
	});
	const noteKept = (workspace: string, endpoint: string) => tools.note(workspace, endpoint);
	const telemetry = createTelemetry(env, () => sessions);
	const sessions: SessionRecorder = new SessionRecorder({
		services,
		telemetry: telemetry.calls,
		newId: randomCallId,
		digest: shortDigest,
		...{ defer, wait, now },
		turns: inTurns,
		report: reporting('session_not_recorded'),
	});
	const vaults = createVaults(env.VAULT);
	const book = createSecretBook(env);
	const handles = createHandles(env, createGeneration(book, vaults), offers, shares);
	const { hmac } = handles;
	const upstreams = createUpstreams(env, {
		...{ vaults, book, fetch: outside.fetch },
		wrap: (source, facts) => {
			const sights = (workspace: string) => services(workspace).sights;
			const seal = { hmac, sha256, now: seconds };
			return guarded(source, { ...facts, sights, defer, log, seal, logins: { wait, now } });
		},
	});
	const demo = createDemoSource();
	const plans = new LearntPlans({ services, wait, now, report: reporting('plans_not_known') });
	const gatewayUnder = onceFor((settings: Config, workspace: string): Gateway => {
		const configured = telemetry.configured(settings);
		const protector = new Protector({
			config: settings,
			handleStore: handles.under(settings),
			turns,
			sha256,
			now: seconds,
			noteKept,
			plans,
		});
		return new GatewayService({
			config: settings,
			protector,
			sources: [...(settings.demo ? [demo] : []), ...upstreams.of(settings, workspace)],
			own: createOwnSource({
				tools: OWN_TOOLS,
				config: settings,
				services,
				protector,
				webFile,
				report: reporting('call_error'),
			}),
			catalog,
			ephemeralSessions,
			tools,
			indexes,
			plans,
			clock: now,
			newId: randomCallId,
			observe: (facts, context) => sessions.record({ facts, context, config: configured }),
		});
	});
	const directories = createDirectories(env.DIRECTORY);
	const note = createNotes(directories);
	const door = createFrontDoor(env, {
		...{ note, book, directories, vaults, configOf, fetch: outside.fetch },
	});
	const { access, mayTry } = limitedAccess(door.access, createLimits(env, shares, note));
	const hosts = createHosts({
		access,
		configOf,
		protectorOf: (settings) =>
			new Protector({
				config: settings,
				handleStore: handles.store,
				sha256,
				now: seconds,
				noteKept,
			}),
		services,
		shares,
		passOn: outside.passOn ?? ((url, init) => fetch(url, init)),
	});
	const conversations = createConversations(env.CONVERSATION);
	const app = createApp({
		serverInfo: { name: 'loadline', version: VERSION },
		isProxied: set(env.LOADLINE_FRONT) !== undefined,
		gatewayOf: async (workspace) =>
			gatewayUnder(telemetry.guarded(await configOf(workspace), workspace), workspace),
		config: new ConfigEditor(config, {
			...{ ...configOptions, secretIssues: book.issues, secrets: book.store },
		}),
		secrets: book,
		checkUrl: configOptions.checkUrl,
		results: new Exports({
			configOf,
			handlesUnder: handles.under,
			turns,
			links: handles.links,
			now: seconds,
		}),
		services,
		directory: directories.of,
		workspaces: directories.workspaces,
		deploymentAudit: directories.audit,
		note,
		erasures: createErasures(env, directories),
		reseal: createResealing(env, directories, vaults, book),
		telemetry: telemetry.sourceOf,
		forecast: (asked) =>
			forecast(asked, {
				configOf,
				telemetry: telemetry.sourceOf,
				handleStore: handles.store,
				services,
				turns,
				now,
			}),
		...(devMode && { recordDemo: demoRecorder() }),
		alerts: async (workspace) => telemetry.alerts(workspace, await configOf(workspace)),
		hasOthers: async (workspace) => telemetry.hasOthers(workspace, await configOf(workspace)),
		now,
		sessions: createTransportSessions(
			hmac,
			randomSnapshotId,
			new EndedSessions(kvEndedSessions(env.LOADLINE_KV), now),
			seconds,
		),
		mailboxes: conversations.mailbox,
		subscriptions: conversations.subscriptions,
		defer,
		...door,
		...{ access, mayTry },
		usage: usageOf(shares, env),
		knowsUpstream: async (name, { workspace }) => namesOf(await configOf(workspace)).includes(name),
		health: createHealth(env, config, services, upstreams, telemetry),
		...hosts,
		webFile,
		documentFile,
		mask: masked,
		hosts: servedHosts(env),
		origins: listed(env.LOADLINE_ORIGINS),
		log: ({ error, ...entry }) =>
			log(
				error === undefined
					? { level: 'info', ...entry }
					: { level: 'error', ...entry, error: reasonOf(error) },
			),
	});
	const front = set(env.LOADLINE_FRONT);
	const fronted = async (request: Request) =>
		request.headers.get('x-loadline-front') === front
			? app.fetch(request)
			: new Response('This port is only for what `npm start` listens with.', { status: 403 });
	return {
		// It answers later, always: createApp's is async.
		fetch: front === undefined ? (app.fetch as Loadline['fetch']) : fronted,
		upstream: async (workspace, name) => upstreams.bare(await configOf(workspace), workspace, name),
		unrecorded: () => sessions.state.left,
	};
}
